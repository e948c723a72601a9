import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/** More pixels than photos have. An image of this size takes 400 MB of memory. */
export const maxPixels = 100_000_000;

export function tooManyPixels(cause?: unknown): ConversionError {
  return new ConversionError(fault('image.pixels'), { cause });
}
