import { type Fault, fault } from '../../../contract/faults/fault.ts';
/** The first words of a MIFF. */
export const miffStart = 'id=ImageMagick';

/** The header consists of words, and ends with this. */
const headerEnd = ':\x1a';

/** Compressions that ImageMagick reads with inverted transparency, or that our build lacks. */
const misread: ReadonlySet<string> = new Set(['RLE', 'LZMA', 'ZSTD']);

/** A kind of MIFF that can't be read correctly. */
export function unreadMiffKind(head: Buffer): Fault | undefined {
  const end = head.indexOf(headerEnd, 0, 'latin1');
  const header = head.toString('latin1', 0, Math.max(end, 0));
  const compression = /\scompression=(\w+)/i.exec(header)?.[1]?.toUpperCase() ?? '';
  return misread.has(compression) ? fault('miff.compression', compression) : undefined;
}
