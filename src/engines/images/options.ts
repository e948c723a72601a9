import * as z from 'zod/mini';
import { optionPatterns } from '../../contract/optionPatterns.ts';
import { own } from '../../util/own.ts';
import { option, type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';
import { losslessWithout } from '../lib/compression/lossless.ts';
import { maxSizeShape } from '../lib/compression/maxSize.ts';
import { sizeLimitShape } from '../lib/compression/sizeLimits.ts';
import { qualityOption } from '../lib/qualityOption.ts';
import { writes } from './formats.ts';
import { icnsSizes } from './icns/types.ts';

/** A conversion's default quality, which favors fidelity over size. */
export function usualQuality(to: string): number {
  return to === 'avif' ? 70 : 90;
}

/** The quality of an image that is encoded as the format. */
export const qualityFor = (to: string) => qualityOption({ default: usualQuality(to) });

export const lossless = option(z.boolean(), {
  description: 'Whether every pixel stays as it is, whatever that takes.',
  default: false,
});

export const tiffCompression = option(z.enum(['deflate', 'lzw', 'none']), {
  description: 'How the pixels are packed, none of which changes them.',
  default: 'deflate',
});

export const metadata = option(z.enum(['keep', 'stripLocation', 'stripAll']), {
  description: 'What becomes of what the image tells besides its pixels: camera, date, place, author.',
  default: 'keep',
});

const pixels = z.int().check(z.minimum(1), z.maximum(16_383));

function sizesOf(size: z.ZodMiniType<number>) {
  return option(z.array(size).check(z.minLength(1), z.maxLength(16)), {
    description: 'The sides of the squares that the icon holds.',
    unset: 'The usual ones, up to the size of the image',
  });
}

/** The box that any image can be made to fit into. */
const box = {
  width: option(pixels, { description: 'The width that the image is made to fit into.', unset: 'As it is' }),
  height: option(pixels, {
    description: 'The height that the image is made to fit into.',
    unset: 'As it is',
  }),
  fit: option(z.enum(['inside', 'cover', 'contain', 'fill']), {
    description: 'What is done where width and height have other proportions than the image.',
    default: 'inside',
  }),
};

const padding = option(z.int().check(z.minimum(0), z.maximum(4096)), {
  description: 'What stays empty on every side of the image, within its width and height.',
  default: 0,
});

const color = z.string().check(z.regex(optionPatterns.color));
const aboutBackground = { description: 'What lies under an image that is transparent.' } as const;
const opaqueBackground = option(color, { ...aboutBackground, default: '#ffffff' });
const background = option(color, { ...aboutBackground, unset: 'Transparent' });

const profile = option(z.enum(['keep', 'srgb']), {
  description: 'Whether colors keep their profile, where the format has a place for it, or become sRGB.',
  default: 'keep',
});

const perTarget = {
  jpg: { quality: qualityFor('jpg') },
  webp: { quality: qualityFor('webp'), lossless },
  avif: { quality: qualityFor('avif'), lossless },
  gif: {
    colours: option(z.int().check(z.minimum(2), z.maximum(256)), {
      description: 'How many colors the image has at most.',
      default: 256,
    }),
  },
  tiff: { compression: tiffCompression },
  jxl: { quality: qualityFor('jxl'), lossless },
  jng: { quality: qualityFor('jng') },
  ico: { sizes: sizesOf(z.int().check(z.minimum(1), z.maximum(256))) },
  icns: { sizes: sizesOf(z.literal([...icnsSizes])) },
} as const satisfies Readonly<Record<string, OptionShape>>;

/** Every option that some pair allows. */
export const imageOptions = z.object({
  ...box,
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

/** The options of a conversion into the format. */
export function conversionOptions(to: string): OptionsSchema {
  const shapes: Readonly<Record<string, OptionShape>> = perTarget;
  return strictOptions({
    ...box,
    // The sizes of an icon have no border in common.
    ...(to === 'ico' || to === 'icns' ? {} : { padding }),
    background: writes(to, 'transparency') ? background : opaqueBackground,
    metadata,
    profile,
    ...own(shapes, to),
  }).check(roomWithinPadding);
}

/** Has a schema refuse a padding that leaves no room for the image. */
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

/** The options of any image compression. */
const smaller = { metadata, ...maxSizeShape, ...sizeLimitShape };
const encoding = {
  quality: qualityOption({ unset: 'As good as it takes for nobody to see a difference' }),
  lossless: option(z.boolean(), { description: 'Only changes that lose nothing.', default: false }),
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
