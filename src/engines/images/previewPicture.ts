import type { Sharp } from 'sharp';
import { imageError } from './open.ts';

/** Width and height, in pixels or any other unit. */
export interface PreviewSize {
  readonly width: number;
  readonly height: number;
}

/** The size that a tab can easily hold twice: 160 MB of memory per picture. */
const maxPixels = 40_000_000;
/** Browsers draw longer sides slowly, or not at all. */
const maxSide = 16_000;

/** The size of an image's preview: its own, or the largest with its proportions within the limits. */
export function previewSize({ width, height }: PreviewSize): PreviewSize {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height));
  const side = (length: number): number => Math.max(1, Math.floor(length * scale));
  return scale === 1 ? { width, height } : { width: side(width), height: side(height) };
}

/**
 * Writes a weakly compressed PNG, since it is read immediately.
 * @throws ConversionError
 */
export async function writePreview(image: Sharp, outputPath: string): Promise<void> {
  try {
    await image.png({ compressionLevel: 1 }).toFile(outputPath);
  } catch (error) {
    throw imageError(error);
  }
}
