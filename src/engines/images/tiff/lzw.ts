import { bitsAt } from './bits.ts';

const clearCode = 256;
const endCode = 257;
const firstFree = 258;
const maxCodes = 4096;
const minBits = 9;
const maxBits = 12;

/**
 * Decompresses LZW data, up to `length` bytes (TIFF 6.0, section 13).
 * @throws RangeError for an invalid code
 */
export function unpackLzw(packed: Buffer, length: number): Buffer {
  const unpacked = Buffer.alloc(length);
  // A code's bytes are a part of the output, so the table stores only their position and length.
  const starts = new Uint32Array(maxCodes);
  const lengths = new Uint32Array(maxCodes);
  let end = 0;
  let free = firstFree;
  let codeBits = minBits;
  let previous: number | undefined;
  for (let bit = 0; end < length && bit + codeBits <= packed.length * 8;) {
    const code = bitsAt(packed, bit, codeBits);
    bit += codeBits;
    if (code === endCode) break;
    if (code === clearCode) {
      free = firstFree;
      codeBits = minBits;
      previous = undefined;
      continue;
    }
    const isNew = previous !== undefined && code === free;
    if (code >= free && !isNew) throw new RangeError('Undefined LZW code');
    const start = end;
    if (previous !== undefined && free < maxCodes) {
      // The new code stands for the previous sequence and the byte after it, which are already adjacent in the output.
      starts[free] = previous;
      lengths[free] = start - previous + 1;
      free += 1;
    }
    if (code < clearCode) unpacked[end] = code;
    const [from, count] = code < clearCode ? [end, 1] : [starts[code] ?? 0, lengths[code] ?? 0];
    const stop = Math.min(length, end + count);
    // Copy one byte at a time, because a new code can overlap the bytes that it produces.
    for (let at = from; end < stop; at += 1, end += 1) unpacked[end] = unpacked[at] ?? 0;
    previous = start;
    if (free + 1 >= 1 << codeBits && codeBits < maxBits) codeBits += 1;
  }
  return unpacked.subarray(0, end);
}
