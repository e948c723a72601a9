import { inflateRawSync } from 'node:zlib';
import type { ByteSource } from '../byteSource.ts';
import { methods, packedData, zipEntries } from './directory.ts';

/**
 * Decompresses all entries of a ZIP to find their total size, because the sizes in its directory can't be trusted.
 * Returns `Infinity` if the total exceeds `maxBytes`.
 * @throws RangeError or Error if the file isn't a ZIP, or is incomplete
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
