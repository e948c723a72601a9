import { damaged } from '../../api/faults.ts';

const runFlag = 0xc0;
const maxRun = 63;

/** What was unpacked, and where it ended in what was packed. */
export interface Unpacked {
  readonly plain: Buffer;
  readonly end: number;
}

/**
 * So many bytes, of which those that repeat are told by their count.
 * @throws ConversionError, or RangeError where there are fewer
 */
export function unpackCounts(packed: Buffer, bytes: number): Unpacked {
  // What is claimed takes no memory that the file can't fill.
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
