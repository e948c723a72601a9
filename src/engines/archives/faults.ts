import { ConversionError } from '../api/conversionError.ts';

export function hostile(reason: string): ConversionError {
  return new ConversionError('conversion.invalid_input', `The archive is not unpacked: ${reason}.`);
}

export function tooLarge(): ConversionError {
  return new ConversionError('conversion.limit_exceeded', 'The archive holds too much to be unpacked.');
}
