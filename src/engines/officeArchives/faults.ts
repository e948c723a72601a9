import { ConversionError } from '../api/conversionError.ts';

export function encrypted(): ConversionError {
  const detail = 'The document is encrypted, which leaves nothing to compress.';
  return new ConversionError('conversion.invalid_input', detail);
}

export function signed(): ConversionError {
  const detail = 'The document is signed. Any change would break its signature, so it is left alone.';
  return new ConversionError('conversion.invalid_input', detail);
}

export function tooLarge(detail: string): ConversionError {
  return new ConversionError('conversion.limit_exceeded', detail);
}
