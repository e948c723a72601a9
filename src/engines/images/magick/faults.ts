import { type ConversionError, damaged, isConversionError } from '../../api/conversionError.ts';
import { tooManyFrames, tooManyPixels } from '../limits.ts';

/** Maps errors of ImageMagick to ours. ImageMagick reports them only as text. */
export function magickError(error: unknown): ConversionError {
  if (isConversionError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/WidthOrHeightExceedsLimit|ResourceLimit|MemoryAllocation|limit ?exceeded|exhausted/i.test(message)) {
    return tooManyPixels(error);
  }
  if (/ListLengthExceedsLimit/i.test(message)) {
    return tooManyFrames(error);
  }
  return damaged('image', error);
}
