import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

export function damagedMedia(cause?: unknown): ConversionError {
  return new ConversionError(fault('media.unreadable'), { cause });
}

export function incompleteMedia(): ConversionError {
  return new ConversionError(fault('media.incomplete'));
}

/**
 * Maximum ratio of sample rates: from 480 Hz, at which nothing is audible, to 48 kHz, the most that common encoders
 * need.
 */
const maxSamplesEach = 100;

/**
 * Rejects upsampling from very low rates, which can produce huge outputs: at one sample per second, a kilobyte lasts a
 * quarter of an hour, and a megabyte more than a week.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function checkResampling(fromRate: number, toRate: number): void {
  if (toRate <= fromRate * maxSamplesEach) return;
  throw new ConversionError(fault('sound.rate', fromRate, toRate));
}
