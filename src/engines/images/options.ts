import * as z from 'zod/mini';
import { optionPatterns } from '../../contract/options.ts';
import { ownValue } from '../../util/ownValue.ts';
import { option, type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';
import { losslessWithout, maxSizeShape, sizeLimitShape, qualityOption } from '../lib/compressionOptions.ts';
import { writes } from './formats.ts';
import { icnsSizes } from './fallbackCodecs/icnsFormat.ts';

/** Returns the default quality for conversions, which favors fidelity over size. */
export function defaultQuality(to: string): number {
  return to === 'avif' ? 70 : 90;
}

export const qualityFor = (to: string) => qualityOption({ default: defaultQuality(to) });

export const lossless = option(z.boolean(), {
  description: 'Keep every pixel unchanged, regardless of file size',
  default: false,
});

export const tiffCompression = option(z.enum(['deflate', 'lzw', 'none']), {
  description: 'Lossless compression method for the pixels',
  default: 'deflate',
});

export const metadata = option(z.enum(['keep', 'stripLocation', 'stripAll']), {
  description: 'Metadata of the image: camera, date, location, author',
  default: 'keep',
});

const pixels = z.int().check(z.minimum(1), z.maximum(16_383));

function sizesOf(size: z.ZodMiniType<number>) {
  return option(z.array(size).check(z.minLength(1), z.maxLength(16)), {
    description: 'Sizes of the images in the icon',
    unset: 'Common sizes up to the size of the image',
  });
}

/** Options for the box that an image is fitted into. */
const boundingBox = {
  width: option(pixels, { description: 'Width to fit the image to', unset: 'Unchanged' }),
  height: option(pixels, {
    description: 'Height to fit the image to',
    unset: 'Unchanged',
  }),
  fit: option(z.enum(['inside', 'cover', 'contain', 'fill']), {
    description: 'Behavior if the aspect ratio of the image differs',
    default: 'inside',
  }),
};

const padding = option(z.int().check(z.minimum(0), z.maximum(4096)), {
  description: 'Empty border on each side, included in the width and height',
  default: 0,
});

const color = z.string().check(z.regex(optionPatterns.color));
const aboutBackground = { description: 'Background of transparent images' } as const;
const opaqueBackground = option(color, { ...aboutBackground, default: '#ffffff' });
const background = option(color, { ...aboutBackground, unset: 'Transparent' });

const profile = option(z.enum(['keep', 'srgb']), {
  description: 'Keep the color profile if the format supports it, or convert to sRGB',
  default: 'keep',
});

const perTarget = {
  jpg: { quality: qualityFor('jpg') },
  webp: { quality: qualityFor('webp'), lossless },
  avif: { quality: qualityFor('avif'), lossless },
  gif: {
    colours: option(z.int().check(z.minimum(2), z.maximum(256)), {
      description: 'Maximum number of colors in the image',
      default: 256,
    }),
  },
  tiff: { compression: tiffCompression },
  jxl: { quality: qualityFor('jxl'), lossless },
  ico: { sizes: sizesOf(z.int().check(z.minimum(1), z.maximum(256))) },
  icns: { sizes: sizesOf(z.literal([...icnsSizes])) },
} as const satisfies Readonly<Record<string, OptionShape>>;

/** The options of all image conversions. */
export const imageOptions = z.object({
  ...boundingBox,
  padding,
  background,
  metadata,
  profile,
  ...perTarget.webp,
  ...perTarget.gif,
  ...perTarget.tiff,
  sizes: z.optional(z.array(z.int())),
});

export type ImageOptions = z.infer<typeof imageOptions>;

export function conversionOptions(to: string): OptionsSchema {
  const shapes: Readonly<Record<string, OptionShape>> = perTarget;
  return strictOptions({
    ...boundingBox,
    // The sizes of an icon differ too much to share one padding.
    ...(to === 'ico' || to === 'icns' ? {} : { padding }),
    background: writes(to, 'transparency') ? background : opaqueBackground,
    metadata,
    profile,
    ...ownValue(shapes, to),
  }).check(roomWithinPadding);
}

/** Rejects a padding that leaves no room for the image. */
const roomWithinPadding: z.core.CheckFn<Record<string, unknown>> = ({ value, issues }) => {
  const { padding: around = 0, width = Infinity, height = Infinity } = value;
  if (2 * Number(around) < Math.min(Number(width), Number(height))) return;
  issues.push({
    code: 'custom',
    path: ['padding'],
    input: around,
    message: 'It leaves no room for the image',
  });
};

/** Compression options that all formats support. */
const smaller = { metadata, ...maxSizeShape, ...sizeLimitShape };
const encoding = {
  quality: qualityOption({ unset: 'No visible loss' }),
  lossless: option(z.boolean(), { description: 'Only lossless changes', default: false }),
};

/** The compression options of all formats. */
export const imageCompressionOptions = z.object({ ...encoding, ...smaller });

export type ImageCompressionOptions = z.infer<typeof imageCompressionOptions>;

/** Returns the options for compressing a format. TIFF has fewer, because only scaling changes a TIFF's pixels. */
export function compressionOptions(format: string): OptionsSchema {
  if (format === 'tiff') return strictOptions(smaller);
  return strictOptions({ ...encoding, ...smaller }).check(
    losslessWithout('quality', 'maxWidth', 'maxHeight'),
  );
}
