import { inflateRawSync } from 'node:zlib';
import type { ByteSource } from '../byteSource.ts';
import { methods, packedData, zipEntries } from './directory.ts';

/**
 * The total size of a ZIP's decompressed entries, since its directory's sizes may be false; `Infinity` beyond
 * `maxBytes`.
 * @throws RangeError or Error if it isn't a ZIP, or is incomplete
 */
export function inflatedSize(zip: ByteSource, maxBytes: number): number {
  let left = maxBytes;
  for (const entry of zipEntries(zip)) {
    const data = packedData(zip, entry);
    left -= entry.method === methods.deflated ? inflatedBytes(data, left) : data.length;
    if (left < 0) return Infinity;
  }
  return maxBytes - left;
}

function inflatedBytes(data: Buffer, maxOutputLength: number): number {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, maxOutputLength) }).length;
  } catch (error) {
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
}
