import type { ByteSource } from '../lib/byteSource.ts';

const [id3Bytes, headerBytes] = [10, 4];
/** The number of bytes after the tags in which to look for the first frame. */
const maxSearchedBytes = 64 * 1024;

/**
 * True if an MP3 has frames of a custom length that no header states. Few decoders support this "free format" (ISO/IEC
 * 11172-3, 2.4.2.3).
 */
export function isFreeFormat(source: ByteSource): boolean {
  const start = afterTag(source.read(0, id3Bytes));
  const bytes = source.read(start, maxSearchedBytes);
  for (
    let at = bytes.indexOf(0xff);
    at !== -1 && at + headerBytes <= bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const [second, third] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
    const isThirdLayer = (second & 0b1110_0110) === 0b1110_0010;
    const [version, bitRate, sampleRate] = [(second >> 3) & 0b11, third >> 4, (third >> 2) & 0b11];
    if (isThirdLayer && version !== 1 && bitRate !== 15 && sampleRate !== 3) return bitRate === 0;
  }
  return false;
}

/** Returns the position after an ID3 tag, whose size is stored with seven bits per byte. */
function afterTag(head: Buffer): number {
  if (head.length < id3Bytes || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  return id3Bytes + head.subarray(6, id3Bytes).reduce((size, byte) => (size << 7) | (byte & 0x7f), 0);
}
