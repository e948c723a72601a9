import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/** From 480 samples per second, which are inaudible, to the 48,000 that the best encoders need. */
const maxSamplesEach = 100;

/**
 * Refuses to upsample very low rates: at one sample per second, a kilobyte plays for a quarter of an hour, a megabyte
 * for a week.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function checkResampling(fromRate: number, toRate: number): void {
  if (toRate <= fromRate * maxSamplesEach) return;
  throw new ConversionError(fault('sound.rate', fromRate, toRate));
}
