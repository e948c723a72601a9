import { bufferOf } from '../../util/bytes.ts';
import { damaged } from '../api/conversionError.ts';

const magic = 0xfd2fb528;
const [firstSkippable, lastSkippable] = [0x184d2a50, 0x184d2a5f];
const contentSizeBytes = [0, 2, 4, 8] as const;
const dictionaryBytes = [0, 1, 2, 4] as const;
const runLengthBlock = 1;
const checksumBytes = 4;

/**
 * Splits a Zstandard file into its non-empty frames (RFC 8878, 3.1), since Node only decompresses the first and
 * silently ignores the rest.
 * @throws ConversionError `conversion.invalid_input` if it is truncated
 */
export function* zstdFrames(content: Uint8Array): Generator<Uint8Array> {
  const bytes = bufferOf(content);
  for (let at = 0; at < bytes.length;) {
    const start = at;
    try {
      at = endOfFrame(bytes, start);
    } catch (error) {
      throw error instanceof RangeError ? damaged('archive', error) : error;
    }
    if (at > bytes.length) throw damaged('archive');
    if (bytes.readUInt32LE(start) === magic) yield bytes.subarray(start, at);
  }
}

function endOfFrame(bytes: Buffer, start: number): number {
  const kind = bytes.readUInt32LE(start);
  if (kind >= firstSkippable && kind <= lastSkippable) return start + 8 + bytes.readUInt32LE(start + 4);
  if (kind !== magic) throw damaged('archive');
  const descriptor = bytes.readUInt8(start + 4);
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 && isSingle ? 1 : (contentSizeBytes[sizeFlag] ?? 0);
  let at = start + 5 + (isSingle ? 0 : 1) + (dictionaryBytes[descriptor & 3] ?? 0) + sizeBytes;
  for (let isLast = false; !isLast;) {
    const block = bytes.readUIntLE(at, 3);
    isLast = (block & 1) !== 0;
    at += 3 + (((block >> 1) & 3) === runLengthBlock ? 1 : block >> 3);
  }
  return at + ((descriptor & 4) === 0 ? 0 : checksumBytes);
}
