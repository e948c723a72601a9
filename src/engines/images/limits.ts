import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/** More than a photo has; such an image takes 400 MB of memory. */
export const maxPixels = 100_000_000;

/** The image is too large for memory. */
export function tooManyPixels(cause?: unknown): ConversionError {
  return new ConversionError(fault('image.pixels'), { cause });
}

/** For animations that ImageMagick writes. */
export const maxFrames = 1000;

/** The animation has more frames than its target may have. */
export function tooManyFrames(cause?: unknown): ConversionError {
  return new ConversionError(fault('image.frames'), { cause });
}
