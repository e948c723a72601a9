import type { Sharp } from 'sharp';
import { ownValue } from '../../util/ownValue.ts';
import { type ImageOptions, defaultQuality } from './options.ts';

/** Sets the output format and the encoder's options, which favor fidelity over size. */
export function encode(image: Sharp, to: string, options: ImageOptions): Sharp {
  const { quality = defaultQuality(to), lossless = false, colours = 256, compression = 'deflate' } = options;
  switch (to) {
    case 'jpg':
      return image.jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: true });
    case 'png':
    case 'apng':
      return image.png({ adaptiveFiltering: true });
    case 'webp':
      return image.webp({ quality, lossless, smartSubsample: true });
    case 'avif':
      // More effort takes many times as long and saves only a few percent.
      return image.avif({ quality, lossless, effort: 1, chromaSubsampling: '4:4:4' });
    case 'gif':
      return image.gif({ colours });
    case 'tiff':
      return image.tiff({ compression, ...(compression === 'none' ? {} : { predictor: 'horizontal' }) });
    default:
      throw new Error(`Unsupported target format: ${to}`);
  }
}

/** An encoding of an image at a certain quality and scale. */
export interface QualityStep {
  /** Factor for width and height. */
  readonly scale: number;
  readonly encode: (image: Sharp) => Sharp;
}

type Encode = (image: Sharp, quality: number) => Sharp;

const encoders: Readonly<Record<string, Encode>> = {
  jpg: (image, quality) => image.jpeg({ quality, mozjpeg: true }),
  webp: (image, quality) => image.webp({ quality }),
  avif: (image, quality) => image.avif({ quality, effort: 2 }),
  png: (image, quality) => image.png({ palette: true, colours: coloursAt(quality), effort: 7 }),
  gif: (image, quality) =>
    image.gif({ colours: coloursAt(quality), interFrameMaxError: (100 - quality) / 5 }),
};

/** The highest and lowest quality to try. Below the lowest, scaling the image down looks better. */
const qualities: Readonly<Record<string, readonly [best: number, least: number]>> = { avif: [50, 25] };
const usualQualities = [80, 40] as const;

const qualityStep = 5;
const scaleStep = 0.9;
const minScale = 0.02;

/** Returns encodings of at most this quality, from the best to the smallest. */
export function qualitySteps(format: string, quality?: number): readonly QualityStep[] {
  const encode = ownValue(encoders, format);
  if (encode === undefined) throw new Error(`Unsupported compression format: ${format}`);
  const [usual, low] = ownValue(qualities, format) ?? usualQualities;
  const best = quality ?? usual;
  const least = Math.min(best, low);
  const inQuality = Array.from({ length: Math.floor((best - least) / qualityStep) + 1 }, (_, index) =>
    stepAt(encode, 1, best - index * qualityStep),
  );
  return [...inQuality, ...scales.map((scale) => stepAt(encode, scale, least))];
}

/** Scale factors to try, in descending order. */
export const scales: readonly number[] = Array.from(
  { length: Math.floor(Math.log(minScale) / Math.log(scaleStep)) },
  (_, index) => scaleStep ** (index + 1),
);

function stepAt(encode: Encode, scale: number, quality: number): QualityStep {
  return { scale, encode: (image) => encode(image, quality) };
}

/** Returns the number of colors for a quality, because a palette has no other quality setting. */
function coloursAt(quality: number): number {
  return Math.max(8, Math.round(256 * (quality / 100) ** 2));
}
