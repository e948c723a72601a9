import { inflateSync } from 'node:zlib';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';

const maxStreamBytes = 64 * 1024 * 1024;
const kinds = ['/ObjStm', '/XRef'];

/**
 * Inflates the streams that hold objects, and counts, since the library that reads objects has no limit of its own.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function checkObjectStreams(pdf: Buffer): void {
  for (const kind of kinds) {
    for (let at = pdf.indexOf(kind); at !== -1; at = pdf.indexOf(kind, at + 1)) {
      const keyword = pdf.indexOf('stream', at + kind.length);
      if (keyword === -1) break;
      const lineEnd = pdf.indexOf('\n', keyword);
      checkInflated(pdf.subarray(lineEnd + 1));
    }
  }
}

function checkInflated(packed: Buffer): void {
  try {
    inflateSync(packed, { maxOutputLength: maxStreamBytes });
  } catch (error) {
    // What does not inflate at all is the reader's to complain of.
    if (!(error instanceof RangeError)) return;
    throw new ConversionError(fault('pdf.objects', maxStreamBytes / 1024 ** 2), { cause: error });
  }
}
