import * as z from 'zod/mini';
import { optionPatterns } from '../../contract/optionPatterns.ts';
import { own } from '../../util/own.ts';
import { type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';
import { losslessWithout } from '../lib/compression/lossless.ts';
import { sizeLimitShape } from '../lib/compression/sizeLimits.ts';
import { icnsSizes } from './icns/types.ts';

const quality = z.optional(z.int().check(z.minimum(1), z.maximum(100)));
const lossless = z.optional(z.boolean());
const pixels = z.optional(z.int().check(z.minimum(1), z.maximum(16_383)));
/** What becomes of EXIF and XMP. The color profile is no part of them. */
const metadata = z.optional(z.enum(['keep', 'stripLocation', 'stripAll']));

function sizesOf(size: z.ZodMiniType<number>): z.ZodMiniType<number[] | undefined> {
  return z.optional(z.array(size).check(z.minLength(1), z.maxLength(16)));
}

/** What may be asked of any image; the other options depend on the target. */
const common = {
  /** The box, in pixels, that the image is made to fit into. */
  width: pixels,
  height: pixels,
  /** Inside the box, where only a drawing is enlarged; or so that the image has just this size. */
  fit: z.optional(z.enum(['inside', 'cover', 'contain', 'fill'])),
  /** What lies under an image that is transparent. */
  background: z.optional(z.string().check(z.regex(optionPatterns.color))),
  metadata,
  /** Whether colors stay in the profile of the source, where the target can name one, or are turned into sRGB. */
  profile: z.optional(z.enum(['keep', 'srgb'])),
};

const perTarget = {
  jpg: { quality },
  webp: { quality, lossless },
  avif: { quality, lossless },
  gif: { colours: z.optional(z.int().check(z.minimum(2), z.maximum(256))) },
  tiff: { compression: z.optional(z.enum(['deflate', 'lzw', 'none'])) },
  jxl: { quality, lossless },
  jng: { quality },
  /** The sides of the squares that an icon holds, in pixels. */
  ico: { sizes: sizesOf(z.int().check(z.minimum(1), z.maximum(256))) },
  icns: { sizes: sizesOf(z.literal([...icnsSizes])) },
} as const satisfies Readonly<Record<string, OptionShape>>;

/** Every option that some pair allows. */
export const imageOptions = z.object({
  ...common,
  ...perTarget.webp,
  ...perTarget.gif,
  ...perTarget.tiff,
  sizes: z.optional(z.array(z.int())),
});

export type ImageOptions = z.infer<typeof imageOptions>;

/** The options of a conversion into the format. */
export function conversionOptions(to: string): OptionsSchema {
  const shapes: Readonly<Record<string, OptionShape>> = perTarget;
  return strictOptions({ ...common, ...own(shapes, to) });
}

/** What may be asked of the compression of any image. */
const smaller = {
  metadata,
  /** The box, in pixels, that an image that is larger is made to fit into. */
  maxWidth: pixels,
  maxHeight: pixels,
  ...sizeLimitShape,
};
const encoding = {
  /** Where it is left out, as good as it takes for nobody to see a difference. */
  quality,
  /** Only changes that lose nothing. */
  lossless,
};

/** Every option that the compression of some format allows. */
export const imageCompressionOptions = z.object({ ...encoding, ...smaller });

export type ImageCompressionOptions = z.infer<typeof imageCompressionOptions>;

/** The options of the compression of a format. The pixels of a TIFF are never changed but for their number. */
export function compressionOptions(format: string): OptionsSchema {
  if (format === 'tiff') return strictOptions(smaller);
  return strictOptions({ ...encoding, ...smaller }).check(
    losslessWithout('quality', 'maxWidth', 'maxHeight'),
  );
}
