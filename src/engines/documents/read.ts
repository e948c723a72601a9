import { readFile } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { fileSize } from '../../util/files.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { readText } from '../lib/readText.ts';
import { type DocumentOptions, documentSources, formatIn } from './documents.ts';

import { documentOfText } from './plainText.ts';
import type { Document } from './tree/document.ts';
import { checkMarkup, checkTree } from './tree/limits.ts';
import { textsIn } from './zippedFiles.ts';

type ReadWork = Pick<EngineTask, 'from' | 'inputPath'> & Partial<Pick<EngineTask, 'fileName'>>;

const minBytes = 4;
/** The first bytes of a Compound File, in which Office programs encrypt documents. */
const compoundFile = 0xd0cf11e0;

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

/** Loads the reader of a format when it is needed, since they are slow to load together. */
async function read(
  { from: format, inputPath, fileName }: ReadWork,
  { password, encoding }: DocumentOptions,
): Promise<Document> {
  const from = formatIn(documentSources, format);
  if (from === 'txt') return documentOfText(await readText(inputPath, from, encoding));
  if (from === 'fb2') {
    const { readFictionBook } = await import('./markupReaders.ts');
    return readFictionBook(await readText(inputPath, 'xml'));
  }
  if (from === 'md' || from === 'html') {
    const text = await readText(inputPath, from);
    if (text.length < minBytes) throw new ConversionError(fault('document.empty'));
    if (from === 'md') return (await import('./markdown/read.ts')).readMarkdown(text, { fileName });
    return (await import('./markupReaders.ts')).readHtml(text, { fileName });
  }
  const bytes = await readFile(inputPath);
  if (from === 'mobi' || from === 'azw3') return (await import('./markupReaders.ts')).readMobi(bytes);
  if (bytes.length < minBytes) throw new ConversionError(fault('document.empty'));
  if (from === 'epub') return (await import('./markupReaders.ts')).readBook(bytes);
  if (from === 'rtf') return (await import('./rtf/read.ts')).readRtf(bytes);
  if (from === 'tex') return (await import('./latex/read.ts')).readLatex(bytes);
  const plain = isEncrypted(bytes)
    ? await (await import('./decrypt.ts')).decrypted(bytes, from, password)
    : bytes;
  checkMarkup(plain);
  if (from === 'docx') return (await import('./word/read.ts')).readWord(plain);
  if (from === 'pptx') return (await import('./slides/read.ts')).readSlides(plain);
  return (await import('./openDocument/read.ts')).readOpenDocument(plain);
}

function isEncrypted(bytes: Buffer): boolean {
  const manifest = textsIn(bytes, (name) => name === 'META-INF/manifest.xml');
  return (
    bytes.readUInt32BE() === compoundFile ||
    [...manifest.values()].some((text) => text.includes('encryption-data'))
  );
}
