import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';

/** From 480 samples a second, which nobody hears, to the 48,000 that the best of encoders want. */
const maxSamplesEach = 100;

/**
 * Refuses to make a sound of few samples a second one of many: a kilobyte of one sample a second plays for a quarter of
 * an hour, a megabyte for a week.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function checkResampling(fromRate: number, toRate: number): void {
  if (toRate <= fromRate * maxSamplesEach) return;
  throw new ConversionError(fault('sound.rate', fromRate, toRate));
}
