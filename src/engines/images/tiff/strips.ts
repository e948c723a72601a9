import zlib from 'node:zlib';
import { isConversionError } from '../../api/conversionError.ts';
import { type ByteSource, readExactly } from '../../lib/byteSource.ts';
import type { Directory } from './directory.ts';
import { colorings, type Layout, layoutOf } from './layout.ts';
import { encodePredictor, isUnpackable, maxRatio, unpack } from './compression.ts';

/** The compressed strips or tiles of a picture. */
export interface Strips {
  /** Tags of the strips' offsets and lengths. */
  readonly offsetsTag: number;
  readonly lengthsTag: number;
  readonly count: number;
  /** Set for recompressed strips. For unchanged ones, the directory describes the compression. */
  readonly packing?: { readonly compression: number; readonly predictor: number };
  /**
   * Returns a compressed strip.
   * @throws RangeError or an error of zlib if it can't be read
   */
  readonly at: (index: number) => Buffer;
}

const stripTags = [273, 279] as const;
const tileTags = [324, 325] as const;
const deflate = 8;
const differences = 2;
/** Compressions that may be combined with a predictor. */
const predictable: ReadonlySet<number> = new Set([5, deflate, 32946, 50000]);
/** Maximum size of a decompressed strip in bytes. */
const maxStripBytes = 256 * 1024 ** 2;
/** Number of strips to sample when choosing a compression. */
const maxSamples = 12;

/** Returns the unchanged strips of a directory's picture, or `undefined` if it has none. */
export function stripsOf(source: ByteSource, directory: Directory): Strips | undefined {
  const tags = [stripTags, tileTags].find(([offsetsTag]) => directory.has(offsetsTag));
  if (tags === undefined) return undefined;
  const [offsetsTag, lengthsTag] = tags;
  const offsets = directory.numbers(offsetsTag);
  const lengths = directory.numbers(lengthsTag);
  const at = (index: number): Buffer => readExactly(source, offsets[index] ?? 0, lengths[index] ?? 0);
  return { offsetsTag, lengthsTag, count: offsets.length, at };
}

/**
 * Recompresses strips with Deflate if that makes them smaller. Samples stay the same, so their meaning doesn't matter.
 * Keeps strips with fax or photo compression unchanged.
 */
export function deflatedStrips(strips: Strips, directory: Directory): Strips {
  const layout = plainLayout(strips, directory);
  if (layout === undefined) return strips;
  const unpacked = (index: number): Buffer => unpackedStrip(strips, layout, index);
  const isPredicted = predictable.has(layout.compression) && layout.predictor !== 1;
  const plain: Strips = {
    ...strips,
    packing: { compression: deflate, predictor: isPredicted ? layout.predictor : 1 },
    at: (index) => zlib.deflateSync(unpacked(index), { level: 9 }),
  };
  const predicted: Strips = {
    ...strips,
    packing: { compression: deflate, predictor: differences },
    at: (index) => zlib.deflateSync(withDifferences(unpacked(index), layout), { level: 9 }),
  };
  const mayPredict =
    !isPredicted && layout.sampleFormat === 'unsigned' && (layout.bits === 8 || layout.bits === 16);
  const [best] = [strips, plain, ...(mayPredict ? [predicted] : [])]
    .map((way) => ({ way, bytes: sampledBytes(way) }))
    .toSorted((one, other) => one.bytes - other.bytes);
  return best?.way ?? strips;
}

/** Returns the layout of a picture's samples, or `undefined` if its strips can't be recompressed. */
function plainLayout(strips: Strips, directory: Directory): Layout | undefined {
  try {
    const layout = layoutOf(directory);
    const segmentBytes = layout.segmentHeight * rowBytes(layout);
    const packedBytes = directory.numbers(strips.lengthsTag).reduce((sum, length) => sum + length, 0);
    const isShared = layout.photometric === colorings.yCbCr && layout.subsampling.some((each) => each > 1);
    const isTooLarge = segmentBytes > maxStripBytes || segmentBytes * strips.count > maxRatio * packedBytes;
    const isPlain = !isShared && !layout.isBitReversed && !isTooLarge && isUnpackable(layout.compression);
    return isPlain ? layout : undefined;
  } catch (error) {
    if (isConversionError(error)) return undefined;
    throw error;
  }
}

function rowBytes({ segmentWidth, samples, bits, isPlanar }: Layout): number {
  return Math.ceil((segmentWidth * (isPlanar ? 1 : samples) * bits) / 8);
}

function unpackedStrip(strips: Strips, layout: Layout, index: number): Buffer {
  const { height, segmentHeight, isTiled, compression } = layout;
  // The last strip of each plane contains only the remaining rows.
  const inPlane = Math.ceil(height / segmentHeight);
  const rows = isTiled ? segmentHeight : Math.min(segmentHeight, height - (index % inPlane) * segmentHeight);
  return unpack(strips.at(index), compression, rows * rowBytes(layout));
}

function withDifferences(bytes: Buffer, layout: Layout): Buffer {
  const { bits, bigEndian, isPlanar, samples } = layout;
  const copy = Buffer.from(bytes);
  const width = rowBytes(layout);
  for (let at = 0; at + width <= copy.length; at += width) {
    encodePredictor(copy.subarray(at, at + width), { stride: isPlanar ? 1 : samples, bits, bigEndian });
  }
  return copy;
}

function sampledBytes(strips: Strips): number {
  const step = Math.max(1, strips.count / maxSamples);
  let bytes = 0;
  for (let index = 0; index < strips.count; index += step) bytes += strips.at(Math.floor(index)).length;
  return bytes;
}
