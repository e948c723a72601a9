import { ConversionError, isConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { tooManyPixels } from '../limits.ts';

/** What a fault of ImageMagick means to the caller; it tells by text alone. */
export function magickError(error: unknown): ConversionError {
  if (isConversionError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/WidthOrHeightExceedsLimit|ResourceLimit|MemoryAllocation|limit ?exceeded|exhausted/i.test(message)) {
    return tooManyPixels(error);
  }
  if (/ListLengthExceedsLimit/i.test(message)) {
    return new ConversionError('conversion.limit_exceeded', 'The image has too many frames.', {
      cause: error,
    });
  }
  return damaged('image', error);
}
