import { inflateSync } from 'node:zlib';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

const maxStreamBytes = 64 * 1024 * 1024;
const kinds = ['/ObjStm', '/XRef'];

/**
 * Checks how large object streams are when inflated, because the library that reads them has no limit.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function checkObjectStreams(pdf: Buffer): void {
  for (const packed of packedObjects(pdf)) inflated(packed);
}

const layers = '/OCProperties';

/** True if a PDF seems to have layers (optional content). */
export function hasLayers(pdf: Buffer): boolean {
  if (pdf.includes(layers)) return true;
  for (const packed of packedObjects(pdf)) if (inflated(packed)?.includes(layers)) return true;
  return false;
}

/** Yields the data of each object stream, together with the rest of the file. */
function* packedObjects(pdf: Buffer): Generator<Buffer> {
  for (const kind of kinds) {
    for (let at = pdf.indexOf(kind); at !== -1; at = pdf.indexOf(kind, at + 1)) {
      const keyword = pdf.indexOf('stream', at + kind.length);
      if (keyword === -1) break;
      const lineEnd = pdf.indexOf('\n', keyword);
      yield pdf.subarray(lineEnd + 1);
    }
  }
}

function inflated(packed: Buffer): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: maxStreamBytes });
  } catch (error) {
    // The library that reads the objects reports invalid data.
    if (!(error instanceof RangeError)) return undefined;
    throw new ConversionError(fault('pdf.objects', maxStreamBytes / 1024 ** 2), { cause: error });
  }
}
