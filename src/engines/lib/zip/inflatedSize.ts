import { inflateRawSync } from 'node:zlib';
import type { ByteSource } from '../byteSource.ts';
import { methods, packedData, zipEntries } from './directory.ts';

/**
 * Inflates every entry of a zip and counts its bytes, since the sizes that its directory tells may be lies; `Infinity`
 * where there are more than `maxBytes`.
 * @throws RangeError or Error when it is no zip, or not a whole one
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
