import { type Fault, fault } from '../../../contract/faults/fault.ts';
/** First bytes of a MIFF file. */
export const miffStart = 'id=ImageMagick';

/** Ends the header, which is text. */
const headerEnd = ':\x1a';

/** Compression methods for which ImageMagick inverts transparency, or which our build doesn't include. */
const misread: ReadonlySet<string> = new Set(['RLE', 'LZMA', 'ZSTD']);

/** Returns the reason why ImageMagick can't read a MIFF file correctly, or `undefined` if it can. */
export function unsupportedMiffReason(head: Buffer): Fault | undefined {
  const end = head.indexOf(headerEnd, 0, 'latin1');
  const header = head.toString('latin1', 0, Math.max(end, 0));
  const compression = /\scompression=(\w+)/i.exec(header)?.[1]?.toUpperCase() ?? '';
  return misread.has(compression) ? fault('miff.compression', compression) : undefined;
}
