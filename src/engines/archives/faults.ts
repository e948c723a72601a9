import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

export function tooLarge(): ConversionError {
  return new ConversionError(fault('archive.size'));
}

/** An empty archive would become one that no program recognizes. */
export function empty(): ConversionError {
  return new ConversionError(fault('archive.empty'));
}
