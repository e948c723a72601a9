import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { damaged } from '../../api/faults.ts';
import { pngChunk, withChunksInFront } from '../../lib/pngChunks.ts';
import { maxPixels, tooManyPixels } from '../limits.ts';

/** An image in memory: pixel by pixel and row by row from the top left, with 8 bits per channel. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Gray, gray and alpha, color, or color and alpha. */
  readonly channels: 1 | 2 | 3 | 4;
  readonly samples: Uint8Array;
  /** The ICC profile of its RGB colors. */
  readonly profile?: Uint8Array;
}

/** The same with 16 or 8 bits per channel. */
export interface DeepRaster extends Omit<Raster, 'samples'> {
  readonly samples: Uint8Array | Uint16Array;
}

/** The raster as a weakly compressed PNG, since it is read immediately. */
export async function pngOf({ width, height, channels, samples, profile }: DeepRaster): Promise<Buffer> {
  const isDeep = samples instanceof Uint16Array;
  const space = channels < 3 ? (isDeep ? 'grey16' : 'b-w') : isDeep ? 'rgb16' : 'srgb';
  const png = await sharp(samples, { raw: { width, height, channels } })
    .toColorspace(space)
    .png({ compressionLevel: 1 })
    .toBuffer();
  if (profile === undefined) return png;
  // A name and the compression method precede the profile (PNG, third edition, 11.3.2.3).
  return withChunksInFront(
    png,
    pngChunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(profile)])),
  );
}

/** @throws ConversionError unless an image may have this size */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw damaged('image');
  if (width * height > maxPixels) throw tooManyPixels();
}

/**
 * The result of `read`, which may run past the end of a file.
 * @throws ConversionError `conversion.invalid_input` if it does
 */
export function withinFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? damaged('image', error) : error;
  }
}
