import { ConfigurationError } from './configurationError.ts';

/** Parses a whole number that isn't negative. @throws ConfigurationError for anything else */
export function wholeNumber(text: string, what: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new ConfigurationError(`${what} must be a whole number, not "${text}".`);
  return value;
}
