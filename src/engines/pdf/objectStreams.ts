import { inflateSync } from 'node:zlib';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

const maxObjectsBytes = 64 * 1024 * 1024;
const kinds = ['/ObjStm', '/XRef'];

/**
 * Checks how large object streams are when inflated, because the library that reads them has no limit.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function checkObjectStreams(pdf: Buffer): void {
  for (const packed of packedObjects(pdf)) inflatedObjects(packed);
}

const layers = '/OCProperties';

/** True if a PDF seems to have layers (optional content). */
export function hasLayers(pdf: Buffer): boolean {
  if (pdf.includes(layers)) return true;
  for (const packed of packedObjects(pdf)) if (inflatedObjects(packed)?.includes(layers)) return true;
  return false;
}

const inflatedObjects = (packed: Buffer): Buffer | undefined =>
  inflated(packed, maxObjectsBytes, 'pdf.objects');

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

/**
 * Returns the content of deflated data, or `undefined` if it is invalid: some readers may still accept it, and the
 * library that reads it reports it.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function inflated(
  packed: Uint8Array,
  maxBytes: number,
  tooLarge: 'pdf.objects' | 'pdf.stream',
): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    if (!(error instanceof RangeError)) return undefined;
    throw new ConversionError(fault(tooLarge, maxBytes / 1024 ** 2), { cause: error });
  }
}
