import { ConversionError } from '../conversionError.ts';

export function damaged(cause?: unknown): ConversionError {
  return new ConversionError('conversion.invalid_input', 'The archive is damaged and can’t be read.', {
    cause,
  });
}

export function hostile(reason: string): ConversionError {
  return new ConversionError('conversion.invalid_input', `The archive is not unpacked: ${reason}.`);
}

/** `given` is whether there was a password at all. */
export function locked(given: boolean): ConversionError {
  const detail = given ? 'The password is wrong.' : 'The archive is locked with a password.';
  return new ConversionError('conversion.invalid_input', detail);
}

export function tooLarge(): ConversionError {
  return new ConversionError('conversion.limit_exceeded', 'The archive holds too much to be unpacked.');
}
