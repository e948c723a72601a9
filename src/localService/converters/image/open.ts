import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { ConversionError, isConversionError } from '../conversionError.ts';

/** An image that was looked at but not decoded yet. */
export interface OpenImage {
  readonly image: Sharp;
  readonly metadata: Metadata;
}

const maxPixels = 100_000_000;
const timeoutSeconds = 240;
/** The density at which points, inches and millimetres have the length that CSS gives them. */
const cssDensity = 96;
/** The density at which libvips draws one CSS pixel as one pixel. */
const pixelDensity = 72;
const readable = new Set<string>(['jpeg', 'png', 'webp', 'gif', 'tiff', 'svg', 'heif']);

// A worker's jobs have nothing in common, so what libvips keeps of one is of no use to the next.
sharp.cache(false);
// An uploaded file may name any loader by its content; only those of the catalogue are let near it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});

/**
 * Opens an image, from a path or from memory, by its content, upright, under limits that a bomb can't pass.
 * @throws ConversionError `conversion.invalid_input` or `conversion.limit_exceeded`
 */
export async function openImage(input: string | Uint8Array, options: SharpOptions = {}): Promise<OpenImage> {
  try {
    const isSvg = (await sharp(input, { limitInputPixels: false }).metadata()).format === 'svg';
    // From memory an SVG has no place of its own, so nothing that it refers to can be found.
    const image = sharp(isSvg && typeof input === 'string' ? await readFile(input) : input, {
      failOn: 'error',
      limitInputPixels: maxPixels,
      autoOrient: true,
      ...(isSvg ? { density: cssDensity } : {}),
      ...options,
    });
    const metadata = await image.metadata();
    if (!readable.has(metadata.format)) throw new Error('unsupported image format');
    if (metadata.width * metadata.height > maxPixels) throw new Error('Input image exceeds pixel limit');
    return { image: image.timeout({ seconds: timeoutSeconds }), metadata };
  } catch (error) {
    throw imageError(error);
  }
}

/** The size at which a browser shows a drawing, which is opened larger than that. */
export function cssSize({ width, height }: Metadata): { width: number; height: number } {
  return { width: cssPixels(width), height: cssPixels(height) };
}

function cssPixels(opened: number): number {
  return Math.max(1, Math.round((opened * pixelDensity) / cssDensity));
}

/** What a fault of libvips means to the caller; it tells by text alone. */
export function imageError(error: unknown): ConversionError {
  if (isConversionError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/exceeds pixel limit|too (?:large|big)|pixel limit/i.test(message)) {
    return new ConversionError('conversion.limit_exceeded', 'The image has too many pixels.', {
      cause: error,
    });
  }
  if (/timeout/i.test(message)) {
    return new ConversionError('conversion.timed_out', 'The image took too long.', { cause: error });
  }
  if (/unsupported image format/i.test(message)) {
    return new ConversionError('conversion.invalid_input', 'The file is not an image that can be read.', {
      cause: error,
    });
  }
  return new ConversionError('conversion.invalid_input', 'The image is damaged and can’t be read.', {
    cause: error,
  });
}
