import type { Sharp } from 'sharp';
import { imageError } from './open.ts';

/** Width and height, in pixels or any other unit. */
export interface PreviewSize {
  readonly width: number;
  readonly height: number;
}

/** A preview tab may hold two pictures of this size, with 160 MB of memory each. */
const maxPixels = 40_000_000;
/** Browsers draw longer sides slowly or not at all. */
const maxSide = 16_000;

/**
 * Returns the size of an image's preview: the image's own size, or the largest size with the same proportions within
 * the limits.
 */
export function previewSize({ width, height }: PreviewSize): PreviewSize {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height));
  const side = (length: number): number => Math.max(1, Math.floor(length * scale));
  return scale === 1 ? { width, height } : { width: side(width), height: side(height) };
}

/**
 * Writes a PNG with little compression, because it is read immediately.
 * @throws ConversionError
 */
export async function writePreview(image: Sharp, outputPath: string): Promise<void> {
  try {
    await image.png({ compressionLevel: 1 }).toFile(outputPath);
  } catch (error) {
    throw imageError(error);
  }
}
