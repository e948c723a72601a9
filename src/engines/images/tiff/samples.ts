import { bitsAt } from './bits.ts';
import type { Layout } from './layout.ts';

/** Reads the sample at an index in a row. */
type ReadSample = (row: Buffer, index: number) => number;

type Kind = Pick<Layout, 'bits' | 'sampleFormat' | 'bigEndian'>;

/** Returns the highest output level. Samples of up to 8 bits are read as 8 bits, and all others as 16. */
export function highestLevel({ bits, sampleFormat }: Kind): number {
  return sampleFormat !== 'float' && bits <= 8 ? 0xff : 0xffff;
}

export function hasReader(kind: Kind): boolean {
  return readerOf(kind) !== undefined;
}

/**
 * Returns a function that reads samples and scales them to levels. Floating-point samples are scaled from the range 0
 * to 1.
 */
export function sampleReader(kind: Kind): ReadSample {
  const read = readerOf(kind);
  if (read === undefined) throw new Error('Unsupported sample format');
  const highest = highestLevel(kind);
  const scale = kind.sampleFormat === 'float' ? highest : highest / (2 ** kind.bits - 1);
  return (row, index) => read(row, index) * scale;
}

/** Like `sampleReader`, but returns numbers as the file stores them. */
function readerOf({ bits, sampleFormat, bigEndian }: Kind): ReadSample | undefined {
  if (sampleFormat === 'float') return floats(bits, bigEndian);
  if (bits === 8) return (row, index) => row.readUInt8(index);
  if (bits < 16) return (row, index) => bitsAt(row, index * bits, bits);
  if (bits !== 16 && bits !== 32) return undefined;
  const width = bits / 8;
  return bigEndian
    ? (row, index) => row.readUIntBE(index * width, width)
    : (row, index) => row.readUIntLE(index * width, width);
}

function floats(bits: number, bigEndian: boolean): ReadSample | undefined {
  switch (bits) {
    case 16:
      return (row, index) => halfOf(bigEndian ? row.readUInt16BE(index * 2) : row.readUInt16LE(index * 2));
    case 32:
      return (row, index) => (bigEndian ? row.readFloatBE(index * 4) : row.readFloatLE(index * 4));
    case 64:
      return (row, index) => (bigEndian ? row.readDoubleBE(index * 8) : row.readDoubleLE(index * 8));
    default:
      return undefined;
  }
}

/** Converts a half-precision number (IEEE 754, binary16). */
function halfOf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
