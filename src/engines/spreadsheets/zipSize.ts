import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import { bytesOf } from '../lib/byteSource.ts';
import { inflatedSize } from '../lib/zip/inflatedSize.ts';

const maxInflatedBytes = 200 * 1024 * 1024;

/**
 * Limits the uncompressed size of a workbook, since SheetJS has no such limit.
 * @throws ConversionError `conversion.limit_exceeded`, or `conversion.invalid_input` if it isn't a ZIP
 */
export function checkInflatedSize(zip: Buffer): void {
  if (sizeOf(zip) > maxInflatedBytes) throw tooLarge();
}

function sizeOf(zip: Buffer): number {
  try {
    return inflatedSize(bytesOf(zip), maxInflatedBytes);
  } catch (error) {
    throw damaged('workbook', error);
  }
}

function tooLarge(): ConversionError {
  return new ConversionError(fault('workbook.size', maxInflatedBytes / 1024 ** 2));
}
