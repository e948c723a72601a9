import { damaged } from '../../api/faults.ts';

const runFlag = 0xc0;
const maxRun = 63;

/** The decompressed data, and the end of the compressed data. */
export interface Unpacked {
  readonly plain: Buffer;
  readonly end: number;
}

/**
 * Decompresses this many bytes from runs.
 * @throws ConversionError, or RangeError if there are fewer
 */
export function unpackCounts(packed: Buffer, bytes: number): Unpacked {
  // The allocation is limited to what the file can fill.
  if (packed.length < (bytes / maxRun) * 2) throw damaged('image');
  const plain = Buffer.alloc(bytes);
  let end = 0;
  for (let to = 0; to < bytes;) {
    const lead = packed.readUInt8(end);
    const isRun = lead >= runFlag;
    const count = isRun ? lead - runFlag : 1;
    plain.fill(isRun ? packed.readUInt8(end + 1) : lead, to, Math.min(to + count, bytes));
    to += count;
    end += isRun ? 2 : 1;
  }
  return { plain, end };
}
