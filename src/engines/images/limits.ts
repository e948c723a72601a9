import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/** More than a photo has; an image of as many takes 400 MB in memory. */
export const maxPixels = 100_000_000;

/** The image is too large to be held in memory. */
export function tooManyPixels(cause?: unknown): ConversionError {
  return new ConversionError(fault('image.pixels'), { cause });
}

/** For animations that ImageMagick writes. */
export const maxFrames = 1000;

/** The animation has more frames than its target is given. */
export function tooManyFrames(cause?: unknown): ConversionError {
  return new ConversionError(fault('image.frames'), { cause });
}
