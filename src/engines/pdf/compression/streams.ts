import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { deflateSync } from 'node:zlib';
import { smallestDeflate } from '../../lib/deflate.ts';
import { inflated } from '../objectStreams.ts';

const maxStreamBytes = 256 * 1024 * 1024;

const filterKey = PDFName.of('Filter');
export const flate = PDFName.of('FlateDecode');

/**
 * Deflates all streams that are uncompressed or weakly compressed, and keeps their predictors.
 * @throws ConversionError
 */
export function deflateStreams(context: PDFContext): void {
  for (const [ref, stream] of rawStreams(context)) {
    const { dict } = stream;
    // Keep metadata uncompressed: PDF/A requires that, so that programs without PDF support can find it.
    if (dict.lookup(PDFName.of('Type')) === PDFName.of('Metadata')) continue;
    const plain = plainContents(stream);
    if (plain === undefined) continue;
    const packed = deflateSync(plain, smallestDeflate);
    if (packed.length >= stream.getContentsSize()) continue;
    dict.set(filterKey, flate);
    context.assign(ref, PDFRawStream.of(dict, packed));
  }
}

/**
 * Returns the content of a stream that is uncompressed or deflated. Returns `undefined` for other filters and for
 * invalid data, which some readers may still accept.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function plainContents({ dict, contents }: PDFRawStream): Buffer | undefined {
  // `F` means that the content is in another file.
  if (dict.has(PDFName.of('F'))) return undefined;
  if (!dict.has(filterKey)) return Buffer.from(contents);
  return onlyFilter(dict) === flate ? inflated(contents, maxStreamBytes, 'pdf.stream') : undefined;
}

/** Returns the name of a stream's filter, or `undefined` unless it has exactly one. */
export function onlyFilter(dict: PDFDict): PDFName | undefined {
  const filter = dict.lookup(filterKey);
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  return only instanceof PDFName ? only : undefined;
}

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
