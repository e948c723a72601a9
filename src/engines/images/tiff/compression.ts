import zlib from 'node:zlib';

type Unpack = (packed: Buffer, length: number) => Buffer;

const zstandard = 50000;
/** Some programs compress slightly more data than a strip contains. */
export const slackBytes = 64 * 1024;

const inflate: Unpack = (packed, length) =>
  zlib.inflateSync(packed, {
    maxOutputLength: length + slackBytes,
    finishFlush: zlib.constants.Z_SYNC_FLUSH,
  });

/** Decompression functions by TIFF compression number. */
const unpackers: ReadonlyMap<number, Unpack> = new Map([
  [1, (packed) => packed],
  [5, unpackLzw],
  [8, inflate],
  [32773, unpackBits],
  [32946, inflate],
  [zstandard, (packed, length) => zlib.zstdDecompressSync(packed, { maxOutputLength: length + slackBytes })],
]);

/** Maximum compression ratio, which LZW reaches. Zstandard has no such limit. */
export const maxRatio = 4096;

export function isUnpackable(compression: number): boolean {
  return unpackers.has(compression);
}

/**
 * Decompresses `length` bytes of a strip or tile.
 * @throws RangeError or an error of zlib if that is impossible
 */
export function unpack(packed: Buffer, compression: number, length: number): Buffer {
  const isPossible = compression === zstandard || length <= maxRatio * packed.length;
  const unpacked = isPossible ? unpackers.get(compression)?.(packed, length) : undefined;
  if (unpacked === undefined || unpacked.length < length) throw new RangeError('Unexpected end of data');
  return unpacked.subarray(0, length);
}

/** Decompresses PackBits data, up to `length` bytes (TIFF 6.0, section 9). */
export function unpackBits(packed: Buffer, length: number): Buffer {
  const unpacked = Buffer.alloc(length);
  let end = 0;
  for (let at = 0; at < packed.length && end < length;) {
    const head = packed.readInt8(at);
    at += 1;
    if (head >= 0) {
      end += packed.copy(unpacked, end, at, Math.min(at + head + 1, packed.length));
      at += head + 1;
    } else if (head !== -128) {
      const stop = Math.min(length, end + 1 - head);
      unpacked.fill(packed[at] ?? 0, end, stop);
      end = stop;
      at += 1;
    }
  }
  return unpacked.subarray(0, end);
}

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
  // It grows with the data, because a damaged header may claim any length. A usual ratio is at most 4.
  let unpacked = Buffer.alloc(Math.min(length, 4 * packed.length));
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
    const [from, count] = code < clearCode ? [end, 1] : [starts[code] ?? 0, lengths[code] ?? 0];
    const stop = Math.min(length, end + count);
    if (stop > unpacked.length) unpacked = Buffer.concat([unpacked], Math.min(length, 2 * stop));
    if (code < clearCode) unpacked[end] = code;
    // Copy one byte at a time, because a new code can overlap the bytes that it produces.
    for (let at = from; end < stop; at += 1, end += 1) unpacked[end] = unpacked[at] ?? 0;
    previous = start;
    if (free + 1 >= 1 << codeBits && codeBits < maxBits) codeBits += 1;
  }
  return unpacked.subarray(0, end);
}

/** The layout of samples in a row. */
interface Row {
  /** Number of interleaved channels. */
  readonly stride: number;
  readonly bits: number;
  readonly bigEndian: boolean;
}

/** Replaces differences from the pixel on the left with samples, in place (TIFF 6.0, section 14). */
export function decodePredictor(row: Buffer, { stride, bits, bigEndian }: Row): void {
  const width = bits / 8;
  const step = stride * width;
  for (let at = step; at + width <= row.length; at += width) {
    if (width === 1) {
      row[at] = ((row[at] ?? 0) + (row[at - step] ?? 0)) & 0xff;
    } else if (bigEndian) {
      row.writeUIntBE((row.readUIntBE(at, width) + row.readUIntBE(at - step, width)) % 2 ** bits, at, width);
    } else {
      row.writeUIntLE((row.readUIntLE(at, width) + row.readUIntLE(at - step, width)) % 2 ** bits, at, width);
    }
  }
}

/** Replaces samples with differences from the pixel on the left, in place. This is the inverse of `decodePredictor`. */
export function encodePredictor(row: Buffer, { stride, bits, bigEndian }: Row): void {
  const width = bits / 8;
  const step = stride * width;
  for (let at = row.length - width; at >= step; at -= width) {
    if (width === 1) {
      row[at] = ((row[at] ?? 0) - (row[at - step] ?? 0)) & 0xff;
    } else if (bigEndian) {
      row.writeUInt16BE((row.readUInt16BE(at) - row.readUInt16BE(at - step)) & 0xff_ff, at);
    } else {
      row.writeUInt16LE((row.readUInt16LE(at) - row.readUInt16LE(at - step)) & 0xff_ff, at);
    }
  }
}

/**
 * Decodes a row of floating-point numbers that is split into byte planes and stored as differences (Adobe Photoshop
 * TIFF Technical Note 3).
 */
export function decodeFloatPredictor(row: Buffer, { stride, bits, bigEndian }: Row): Buffer {
  const width = bits / 8;
  for (let at = stride; at < row.length; at += 1) row[at] = ((row[at] ?? 0) + (row[at - stride] ?? 0)) & 0xff;
  const count = row.length / width;
  const joined = Buffer.alloc(row.length);
  for (let index = 0; index < count; index += 1) {
    for (let byte = 0; byte < width; byte += 1) {
      joined[index * width + (bigEndian ? byte : width - 1 - byte)] = row[byte * count + index] ?? 0;
    }
  }
  return joined;
}

/** Reads `count` bits, at most 16, from the bit offset `bit`. Bits are numbered from the highest one of each byte. */
export function bitsAt(bytes: Uint8Array, bit: number, count: number): number {
  const at = bit >> 3;
  const window = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  return (window >> (24 - (bit & 7) - count)) & ((1 << count) - 1);
}

/** Returns a copy with the bits of each byte reversed. */
export function withReversedBits(bytes: Buffer): Buffer {
  const turned = Buffer.alloc(bytes.length);
  for (const [at, byte] of bytes.entries()) turned[at] = reversed[byte] ?? 0;
  return turned;
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit += 1) turned |= ((byte >> bit) & 1) << (7 - bit);
  return turned;
});
