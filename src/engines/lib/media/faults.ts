import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';

export function damagedMedia(cause?: unknown): ConversionError {
  return new ConversionError(fault('media.unreadable'), { cause });
}

export function incompleteMedia(): ConversionError {
  return new ConversionError(fault('media.incomplete'));
}
