import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

export function encrypted(): ConversionError {
  return new ConversionError(fault('document.nothingToCompress'));
}

export function signed(): ConversionError {
  return new ConversionError(fault('document.signed'));
}
