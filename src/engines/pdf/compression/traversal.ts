import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';

/** Yields an object and the objects nested in it, without following references. */
export function* parts(object: PDFObject): Generator<PDFObject> {
  const pending: PDFObject[] = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    if (next instanceof PDFDict) pending.push(...next.values());
    else if (next instanceof PDFArray) pending.push(...next.asArray());
    else if (next instanceof PDFStream) pending.push(next.dict);
  }
}

/** Returns the streams of the file, still encoded, with their references. */
export function rawStreams(context: PDFContext): (readonly [PDFRef, PDFRawStream])[] {
  return context
    .enumerateIndirectObjects()
    .flatMap(([ref, object]) => (object instanceof PDFRawStream ? [[ref, object] as const] : []));
}
