import { PDFArray, type PDFContext, type PDFDict, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { deflateSync, inflateSync } from 'node:zlib';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { rawStreams } from './traversal.ts';

const maxStreamBytes = 256 * 1024 * 1024;

const filterKey = PDFName.of('Filter');
export const flate = PDFName.of('FlateDecode');

/**
 * Deflates all uncompressed or weakly compressed streams; predictors stay.
 * @throws ConversionError
 */
export function deflateStreams(context: PDFContext): void {
  for (const [ref, stream] of rawStreams(context)) {
    const { dict } = stream;
    // Programs without PDF support search files for metadata, and PDF/A requires it to be readable for them.
    if (dict.lookup(PDFName.of('Type')) === PDFName.of('Metadata')) continue;
    const plain = plainContents(stream);
    if (plain === undefined) continue;
    const packed = deflateSync(plain, { level: 9, memLevel: 9 });
    if (packed.length >= stream.getContentsSize()) continue;
    dict.set(filterKey, flate);
    context.assign(ref, PDFRawStream.of(dict, packed));
  }
}

/**
 * A stream's content behind its only filter, which is deflate, or none. `undefined` for other filters and for invalid
 * data, which some readers may still understand.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function plainContents({ dict, contents }: PDFRawStream): Buffer | undefined {
  // The contents are in another file.
  if (dict.has(PDFName.of('F'))) return undefined;
  if (!dict.has(filterKey)) return Buffer.from(contents);
  return onlyFilter(dict) === flate ? inflated(contents) : undefined;
}

/** The name of a stream's filter, if it has exactly one. */
export function onlyFilter(dict: PDFDict): PDFName | undefined {
  const filter = dict.lookup(filterKey);
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  return only instanceof PDFName ? only : undefined;
}

function inflated(contents: Uint8Array): Buffer | undefined {
  try {
    return inflateSync(contents, { maxOutputLength: maxStreamBytes });
  } catch (error) {
    if (!(error instanceof RangeError)) return undefined;
    throw new ConversionError(fault('pdf.stream', maxStreamBytes / 1024 ** 2), { cause: error });
  }
}
