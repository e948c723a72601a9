import { readFile } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { fileSize } from '../../util/files.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineWork } from '../api/work.ts';
import { readText } from '../lib/readText.ts';
import { readBook } from './books/epub.ts';
import { readFictionBook } from './books/fictionBook.ts';
import { readMobi } from './books/mobi.ts';
import { type DocumentOptions, documentSources, formatIn } from './documents.ts';
import { texOfMathMl } from './html/mathMl.ts';
import { parseMarkup } from './html/parse.ts';
import { readHtml } from './html/read.ts';
import { readMarkdown } from './markdown/read.ts';
import { decrypted } from './office/decrypt.ts';
import { readOffice } from './office/parse.ts';
import { readOpenDocument } from './openDocument/read.ts';
import { documentOfText } from './plainText.ts';
import type { Document } from './tree/document.ts';
import { checkMarkup, checkTree } from './tree/limits.ts';
import { readWord } from './word/read.ts';

type ReadWork = Pick<EngineWork, 'from' | 'inputPath'> & Partial<Pick<EngineWork, 'fileName'>>;

const minBytes = 4;

/**
 * Reads a document. Doesn't fetch anything that the document refers to, so pictures in other files remain addresses.
 * @throws ConversionError
 */
export async function readDocument(work: ReadWork, options: DocumentOptions): Promise<Document> {
  const bytes = await fileSize(work.inputPath);
  const document = await read(work, options);
  checkTree(document, bytes);
  return document;
}

async function read(
  { from: format, inputPath, fileName }: ReadWork,
  { password, encoding }: DocumentOptions,
): Promise<Document> {
  const from = formatIn(documentSources, format);
  if (from === 'txt') return documentOfText(await readText(inputPath, from, encoding));
  if (from === 'fb2') return readFictionBook(await readText(inputPath, 'xml'));
  if (from === 'md' || from === 'html') {
    const text = await readText(inputPath, from);
    if (text.length < minBytes) throw new ConversionError(fault('document.empty'));
    return from === 'md' ? readMarkdown(text, { fileName }) : readHtml(text, { fileName });
  }
  const bytes = await readFile(inputPath);
  if (from === 'mobi' || from === 'azw3') return readMobi(bytes);
  if (bytes.length < minBytes) throw new ConversionError(fault('document.empty'));
  if (from === 'epub') return readBook(bytes);
  if (from === 'rtf' || from === 'tex' || from === 'pptx') return readOffice(bytes, from, password);
  const plain = await decrypted(bytes, from, password);
  checkMarkup(plain);
  if (from === 'docx') return readWord(plain);
  return readOpenDocument(plain, texOf);
}

/** Returns the TeX of MathML, or `undefined` if it isn't MathML. */
function texOf(mathMl: string): string | undefined {
  const math = parseMarkup(mathMl, true).children.find((node) => node.type === 'element');
  return math === undefined ? undefined : texOfMathMl(math);
}
