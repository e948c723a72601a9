import { damaged } from '../../api/conversionError.ts';
import { type ByteSource, readExactly } from '../../lib/byteSource.ts';
import { tooManyPixels } from '../content.ts';
import {
  withReversedBits,
  decodePredictor,
  decodeFloatPredictor,
  slackBytes,
  unpack,
  bitsAt,
} from './compression.ts';
import type { Directory } from './directory.ts';
import { alphaSamples, type Layout } from './layout.ts';

/** A picture's samples, pixel by pixel, in the range from 0 to `highest`. */
export interface Levels {
  readonly width: number;
  readonly height: number;
  /** Samples per pixel: the colors, and alpha if there is any. */
  readonly channels: number;
  readonly highest: number;
  readonly data: Uint8Array | Uint16Array;
  /** True if floating-point values outside the range from black to white were clipped. */
  readonly isCut: boolean;
}

/** Maximum size of all decompressed strips or tiles in total. */
const maxUnpackedBytes = 1_600_000_000;
/** Maximum size of the samples in memory: 100 megapixels with four channels of 8 bits, or half as many with 16 bits. */
const maxLevelBytes = 400_000_000;

/**
 * Reads the colors and alpha of a picture in a compression that `unpack` supports. Drops other extra samples.
 * @throws ConversionError `conversion.limit_exceeded` or `conversion.invalid_input`
 * @throws RangeError or an error of zlib if the file ends too soon or can't be decompressed
 */
export function readLevels(source: ByteSource, directory: Directory, layout: Layout): Levels {
  const { width, height } = layout;
  const grid = gridOf(layout);
  const segments = segmentsOf(source, directory, layout, grid);
  const channels = keptChannels(layout);
  const highest = highestLevel(layout);
  const samples = width * height * channels.length;
  if (samples * (highest > 0xff ? 2 : 1) > maxLevelBytes) throw tooManyPixels();
  const data = highest > 0xff ? new Uint16Array(samples) : new Uint8Array(samples);
  const read = sampleReader(layout);
  let isCut = false;

  for (let index = 0; index < grid.count; index += 1) {
    const place = index % grid.inPlane;
    const left = (place % grid.across) * layout.segmentWidth;
    const top = Math.floor(place / grid.across) * layout.segmentHeight;
    const columns = Math.min(layout.segmentWidth, width - left);
    const rows = Math.min(layout.segmentHeight, height - top);
    // A plane contains one channel, and planes are in the order of channels.
    const own = layout.isPlanar ? [Math.floor(index / grid.inPlane)] : channels;
    const targets = own.flatMap((channel) => (channels.includes(channel) ? [channel] : []));
    if (targets.length === 0) continue;
    const stride = grid.stride;
    const bytes = segments(index, rows);
    for (let y = 0; y < rows; y += 1) {
      const row = rowOf(bytes, y, grid.rowBytes, stride, layout);
      for (const channel of targets) {
        let at = ((top + y) * width + left) * channels.length + channels.indexOf(channel);
        for (let x = 0; x < columns; x += 1, at += channels.length) {
          const level = read(row, layout.isPlanar ? x : x * stride + channel);
          if (!(level >= 0 && level <= highest)) isCut = true;
          data[at] = level <= 0 ? 0 : level >= highest ? highest : Math.round(level) || 0;
        }
      }
    }
  }
  return { width, height, channels: channels.length, highest, data, isCut };
}

interface Grid {
  readonly across: number;
  /** Number of strips or tiles per plane, and in total. */
  readonly inPlane: number;
  readonly count: number;
  /** Number of samples that are interleaved in a row. */
  readonly stride: number;
  readonly rowBytes: number;
}

function gridOf(layout: Layout): Grid {
  const across = Math.ceil(layout.width / layout.segmentWidth);
  const inPlane = across * Math.ceil(layout.height / layout.segmentHeight);
  const stride = layout.isPlanar ? 1 : layout.samples;
  const count = layout.isPlanar ? inPlane * layout.samples : inPlane;
  const rowBytes = Math.ceil((layout.segmentWidth * stride * layout.bits) / 8);
  // The size of the picture doesn't limit this: tiles may extend far beyond its edges and compress to almost nothing.
  if (count * rowBytes * layout.segmentHeight > maxUnpackedBytes) throw tooManyPixels();
  return { across, inPlane, count, stride, rowBytes };
}

type ReadSegment = (index: number, rows: number) => Buffer;

function segmentsOf(source: ByteSource, directory: Directory, layout: Layout, grid: Grid): ReadSegment {
  const [offsetsTag, countsTag] = layout.isTiled ? [324, 325] : [273, 279];
  const offsets = directory.numbers(offsetsTag);
  const counts = directory.numbers(countsTag);
  if (offsets.length < grid.count) throw damaged('image');
  return (index, rows) => {
    const length = rows * grid.rowBytes;
    // Counts may be missing for uncompressed data, and a malicious file can set each one to the size of the whole file.
    const stored = Math.min(counts[index] ?? length, 2 * length + slackBytes);
    const packed = readExactly(source, offsets[index] ?? 0, stored);
    return unpack(layout.isBitReversed ? withReversedBits(packed) : packed, layout.compression, length);
  };
}

function rowOf(bytes: Buffer, y: number, rowBytes: number, stride: number, layout: Layout): Buffer {
  const { predictor, bits, bigEndian, compression } = layout;
  const row = bytes.subarray(y * rowBytes, (y + 1) * rowBytes);
  const isPredicted = compression !== 1 && compression !== 32773;
  if (!isPredicted || predictor === 1) return row;
  const copy = Buffer.from(row);
  if (predictor === 3) return decodeFloatPredictor(copy, { stride, bits, bigEndian });
  decodePredictor(copy, { stride, bits, bigEndian });
  return copy;
}

/** Returns the indexes of the color channels and of alpha. */
function keptChannels({ samples, extraSamples }: Layout): readonly number[] {
  const colors = samples - extraSamples.length;
  const alpha = extraSamples.findIndex((each) => alphaSamples.includes(each));
  const all = Array.from({ length: colors }, (_, channel) => channel);
  return alpha < 0 ? all : [...all, colors + alpha];
}

/** Reads the sample at an index in a row. */
type ReadSample = (row: Buffer, index: number) => number;

type Kind = Pick<Layout, 'bits' | 'sampleFormat' | 'bigEndian'>;

/** Returns the highest output level. Samples of up to 8 bits are read as 8 bits, and all others as 16. */
function highestLevel({ bits, sampleFormat }: Kind): number {
  return sampleFormat !== 'float' && bits <= 8 ? 0xff : 0xffff;
}

export function hasReader(kind: Kind): boolean {
  return readerOf(kind) !== undefined;
}

/**
 * Returns a function that reads samples and scales them to levels. Floating-point samples are scaled from the range 0
 * to 1.
 */
function sampleReader(kind: Kind): ReadSample {
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
