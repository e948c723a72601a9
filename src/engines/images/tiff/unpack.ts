import zlib from 'node:zlib';
import { unpackLzw } from './lzw.ts';

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
