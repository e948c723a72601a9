import { readFile } from 'node:fs/promises';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import type { EngineWork } from '../../api/work.ts';
import { checkRecords, checkUnlocked } from '../../documents/palmRecords.ts';
import { openBytes } from '../../lib/byteSource.ts';
import { inflatedSize } from '../../lib/zip/inflatedSize.ts';

const maxInflatedBytes = 500 * 1024 * 1024;

/**
 * Rejects truncated and oversized books, since Calibre accepts both.
 * @throws ConversionError
 */
export async function checkTruncation({ from, inputPath }: EngineWork): Promise<void> {
  if (from === 'epub') return checkZip(inputPath);
  if (from !== 'mobi' && from !== 'azw3' && from !== 'pdb') return;
  const bytes = await readFile(inputPath);
  checkRecords(bytes);
  if (from !== 'pdb') checkUnlocked(bytes);
}

function checkZip(file: string): void {
  if (zipSize(file) <= maxInflatedBytes) return;
  throw new ConversionError(fault('book.size', maxInflatedBytes / 1024 ** 2));
}

function zipSize(file: string): number {
  const zip = openBytes(file);
  try {
    return inflatedSize(zip, maxInflatedBytes);
  } catch (error) {
    throw damaged('book', error);
  } finally {
    zip.dispose();
  }
}
