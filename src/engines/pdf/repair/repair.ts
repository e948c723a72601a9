import { type PDFContext, PDFDocument, PDFWriter } from '@cantoo/pdf-lib';
import { addLetterTables } from './letters.ts';
import { checkObjectStreams } from './objectStreams.ts';
import { flattenPages } from './pageTree.ts';

const header = '%PDF-';
/** Number of bytes at the start of a file in which to look for the header. */
const headBytes = 1024;

/** Repairs, which return whether they changed anything. */
const edits = {
  pages: (context: PDFContext) => flattenPages(context) > 0,
  letters: addLetterTables,
} as const;

export type Repair = keyof typeof edits;

/**
 * Repairs a PDF and decrypts it. Finds its objects even without a valid cross-reference table.
 * @returns `undefined` if there was nothing to repair, the file can't be parsed, or the password is wrong
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function repair(file: Buffer, password: string, kind: Repair): Promise<Uint8Array | undefined> {
  checkObjectStreams(file);
  const whole = withHeader(file);
  for (const bytes of [whole, ...withoutTrailer(whole)]) {
    try {
      return await written(bytes, password, edits[kind]);
    } catch {
      // The parser's errors don't matter: a file that it can't parse is damaged.
    }
  }
  return undefined;
}

/**
 * Reads a PDF, decrypts it, and flattens its page tree. Finds its objects even without a valid cross-reference table.
 * @returns `undefined` if there are no pages, or the password is wrong
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function readPages(file: Buffer, password: string): Promise<PDFContext | undefined> {
  checkObjectStreams(file);
  const whole = withHeader(file);
  for (const bytes of [whole, ...withoutTrailer(whole)]) {
    try {
      const context = await read(bytes, password);
      return flattenPages(context) > 0 ? context : undefined;
    } catch {
      // The parser's errors don't matter: a file that it can't parse is damaged.
    }
  }
  return undefined;
}

/** @throws Error if the file can't be parsed */
async function written(
  bytes: Buffer,
  password: string,
  edit: (context: PDFContext) => boolean,
): Promise<Uint8Array | undefined> {
  const context = await read(bytes, password);
  return edit(context) ? PDFWriter.forContext(context, Infinity).serializeToBuffer() : undefined;
}

async function read(bytes: Buffer, password: string): Promise<PDFContext> {
  const options = { parseSpeed: Infinity, updateMetadata: false, password };
  return (await PDFDocument.load(bytes, options)).context;
}

/** Adds a header if it is missing. The parser requires one but accepts any version. */
function withHeader(file: Buffer): Buffer {
  if (file.subarray(0, headBytes).includes(header)) return file;
  return Buffer.concat([Buffer.from(`${header}1.7\n`), file]);
}

/**
 * Removes the trailer, because the parser fails if it is broken but can find the catalog without it. Keeps it in
 * encrypted files, which can't be decrypted without it.
 */
function withoutTrailer(file: Buffer): Buffer[] {
  const start = file.lastIndexOf('trailer');
  return start === -1 || file.includes('/Encrypt') ? [] : [file.subarray(0, start)];
}
