import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

export function tooLarge(): ConversionError {
  return new ConversionError(fault('archive.size'));
}

/** The error for an archive without entries: no program would recognize the converted file. */
export function empty(): ConversionError {
  return new ConversionError(fault('archive.empty'));
}
