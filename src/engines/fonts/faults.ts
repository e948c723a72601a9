import { ConversionError } from '../api/conversionError.ts';

export function damagedFont(cause?: unknown): ConversionError {
  return new ConversionError('conversion.invalid_input', 'The font is damaged and can’t be read.', { cause });
}
