import { type PDFContext, PDFDocument, PDFWriter } from '@cantoo/pdf-lib';
import { spellOutLab } from './labPictures.ts';
import { spellOutLetters } from './letters.ts';
import { checkObjectStreams } from './objectStreams.ts';
import { flattenPages } from './pageTree.ts';

const header = '%PDF-';
/** The range in which to search for a header. */
const headBytes = 1024;

/** The possible fixes, and whether any applied. */
const edits = {
  /** Flattens the page tree. */
  pages: (context: PDFContext) => flattenPages(context) > 0,
  /** Makes the ranges of CIELAB pictures explicit. */
  labPictures: spellOutLab,
  /** Adds letter tables to fonts. */
  letters: spellOutLetters,
} as const;

export type Repair = keyof typeof edits;

/**
 * Rewrites a PDF from the objects found anywhere in it, fixed and decrypted.
 * @returns `undefined` if there are none, or the password is wrong
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function repair(file: Buffer, password: string, kind: Repair): Promise<Uint8Array | undefined> {
  checkObjectStreams(file);
  const whole = withHeader(file);
  for (const bytes of [whole, ...withoutTrailer(whole)]) {
    try {
      return await written(bytes, password, edits[kind]);
    } catch {
      // A file that can’t be parsed at all is damaged, whatever the parser's error.
    }
  }
  return undefined;
}

/**
 * The objects found anywhere in a PDF, decrypted, with a flat page tree.
 * @returns `undefined` if no page is found, or the password is wrong
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
      // As above.
    }
  }
  return undefined;
}

/** @throws Error if it can't be parsed */
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

/** The parser requires a header, but accepts any version. */
function withHeader(file: Buffer): Buffer {
  if (file.subarray(0, headBytes).includes(header)) return file;
  return Buffer.concat([Buffer.from(`${header}1.7\n`), file]);
}

/** The parser finds the catalog on its own, but fails for a broken trailer. Encrypted files need their trailer. */
function withoutTrailer(file: Buffer): Buffer[] {
  const start = file.lastIndexOf('trailer');
  return start === -1 || file.includes('/Encrypt') ? [] : [file.subarray(0, start)];
}
