import { type PDFContext, PDFDocument, PDFWriter } from '@cantoo/pdf-lib';
import { checkObjectStreams } from './objectStreams.ts';
import { flattenPages } from './pageTree.ts';

const header = '%PDF-';
/** Where a header is looked for. */
const headBytes = 1024;

/**
 * Writes a PDF anew from the objects that are found in it wherever they lie, with a plain tree of pages, and not encrypted.
 * @returns `undefined` where no page is found, or the password does not fit
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function mend(file: Buffer, password: string): Promise<Uint8Array | undefined> {
  const context = await readPages(file, password);
  try {
    return context && (await PDFWriter.forContext(context, Infinity).serializeToBuffer());
  } catch {
    // What is in it can’t be written, however it was read.
    return undefined;
  }
}

/**
 * The objects that are found in a PDF wherever they lie, decrypted, with a plain tree of pages.
 * @returns `undefined` where no page is found, or the password does not fit
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function readPages(file: Buffer, password: string): Promise<PDFContext | undefined> {
  checkObjectStreams(file);
  const whole = withHeader(file);
  for (const bytes of [whole, ...withoutTrailer(whole)]) {
    try {
      const options = { parseSpeed: Infinity, updateMetadata: false, password };
      const { context } = await PDFDocument.load(bytes, options);
      return flattenPages(context) === 0 ? undefined : context;
    } catch {
      // What can’t be parsed at all is damaged, whatever the parser complains of.
    }
  }
  return undefined;
}

/** The parser wants one, and believes every version. */
function withHeader(file: Buffer): Buffer {
  if (file.subarray(0, headBytes).includes(header)) return file;
  return Buffer.concat([Buffer.from(`${header}1.7\n`), file]);
}

/** The parser finds the catalogue by itself, but gives up where a trailer is broken. What is encrypted needs its trailer. */
function withoutTrailer(file: Buffer): Buffer[] {
  const start = file.lastIndexOf('trailer');
  return start === -1 || file.includes('/Encrypt') ? [] : [file.subarray(0, start)];
}
