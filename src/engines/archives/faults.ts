import { ConversionError } from '../api/conversionError.ts';

export function hostile(reason: string): ConversionError {
  return new ConversionError('conversion.invalid_input', `The archive is not unpacked: ${reason}.`);
}

export function tooLarge(): ConversionError {
  return new ConversionError('conversion.limit_exceeded', 'The archive holds too much to be unpacked.');
}

/** Of nothing another archive can be made, but one that no program recognizes. */
export function empty(): ConversionError {
  return new ConversionError('conversion.invalid_input', 'The archive holds nothing.');
}
