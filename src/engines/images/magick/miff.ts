import { unsupportedKind } from '../../api/faults.ts';

/** The facts of a MIFF stand before its pixels as words, of which the last ends with this. */
const headerEnd = ':\x1a';
const maxHeaderBytes = 1024 ** 2;

/** What ImageMagick unpacks with the transparency turned round, and what it was built without. */
const misread: ReadonlySet<string> = new Set(['RLE', 'LZMA', 'ZSTD']);

/** @throws ConversionError `conversion.unsupported_kind` where ImageMagick would read a MIFF wrongly, or not at all */
export function checkMiff(file: Buffer): void {
  const end = file.subarray(0, maxHeaderBytes).indexOf(headerEnd, 0, 'latin1');
  const header = file.toString('latin1', 0, end < 0 ? 0 : end);
  const compression = /(?:^|\s)compression\s*=\s*(\w+)/i.exec(header)?.[1]?.toUpperCase() ?? '';
  if (misread.has(compression)) throw unsupportedKind(`A MIFF that is compressed by ${compression}`);
}
