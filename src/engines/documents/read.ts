import { readFile } from 'node:fs/promises';
import { type OfficeContentNode, OfficeParser, type OfficeParserAST } from 'officeparser';
import { fault } from '../../contract/fault.ts';
import { fileSize } from '../../util/files.ts';
import { ConversionError, damaged } from '../api/conversionError.ts';
import type { EngineWork } from '../api/work.ts';
import { readText } from '../lib/readText.ts';
import { withoutMetafiles, withoutPictureData, withPictureData } from './embeddedPictures.ts';
import { normalizeBook } from './bookPackage.ts';
import { decompressionLimits, documentFault } from './faults.ts';
import { htmlOfFictionBook } from './fictionBook.ts';
import { type DocumentOptions, type DocumentSource, documentSources, formatIn } from './documents.ts';
import { markdownDocument, withFormulaBlocks, withPageBreaks } from './markdown.ts';
import { withSeparateArguments } from './formulas.ts';
import { htmlOfMobi } from './mobi.ts';
import { withLevelKinds } from './lists.ts';
import { withoutEmptyPages } from './pageBreaks.ts';
import { paragraphsOf } from './plainText.ts';
import { visibleHtml } from './visibleHtml.ts';
import { checkMarkup, checkTree, maxCellsFor } from './expansionLimits.ts';
import { readWord } from './word/read.ts';
// officeparser doesn't export this function, which decrypts documents.
import { decryptIfNeeded } from '../../../node_modules/officeparser/dist/crypto/decryptContainer.js';

/** A parsed document: a tree of headings, paragraphs, lists, and tables, with the document's pictures. */
export type DocumentTree = OfficeParserAST;

type ReadWork = Pick<EngineWork, 'from' | 'inputPath'> & Partial<Pick<EngineWork, 'fileName'>>;

const bytesBeforeText = 4;
/** The number of bytes at the end of an RTF file in which to look for its last brace, since padding may follow. */
const rtfTailBytes = 512;

/**
 * Reads a document. Doesn't fetch anything that the document refers to, so pictures in other files remain addresses.
 * @throws ConversionError
 */
export async function readDocument(work: ReadWork, options: DocumentOptions): Promise<DocumentTree> {
  const tree = withoutMetafiles(await read(work, options));
  checkTree(tree, await fileSize(work.inputPath));
  return tree;
}

async function read(
  { from: format, inputPath, fileName }: ReadWork,
  { password, encoding }: DocumentOptions,
): Promise<DocumentTree> {
  const from = formatIn(documentSources, format);
  if (from === 'txt') {
    return documentOf(paragraphsOf(await readText(inputPath, from, encoding)));
  }
  if (from === 'fb2') {
    return parse(Buffer.from(htmlOfFictionBook(await readText(inputPath, 'xml'))), 'html');
  }
  if (from === 'mobi' || from === 'azw3') {
    return parse(Buffer.from(await htmlOfMobi(await readFile(inputPath))), 'html');
  }
  if (from === 'md' || from === 'html') {
    const text = await readText(inputPath, from);
    if (text.length < bytesBeforeText) throw new ConversionError(fault('document.empty'));
    return readMarkup(from === 'html' ? visibleHtml(text, { fileName }) : text, from);
  }
  const bytes = await readFile(inputPath);
  if (bytes.length < bytesBeforeText) throw new ConversionError(fault('document.empty'));
  if (from === 'rtf') {
    checkRtf(bytes);
    return parse(bytes, from);
  }
  if (from === 'epub') return readBook(bytes);
  const plain = await decrypted(bytes, from, password);
  checkMarkup(plain);
  if (from === 'docx') return readWord(plain, async (plainer) => parse(plainer, from));
  // Some parts of a decrypted document are still marked as encrypted.
  const tree = await parse(bytes, from, password);
  return from === 'odt' ? withLevelKinds(tree, plain) : tree;
}

/** Checks the beginning and end of an RTF file, since officeparser accepts any text, and truncated files. */
function checkRtf(bytes: Buffer): void {
  const end = bytes.toString('latin1', bytes.length - rtfTailBytes);
  if (bytes.toString('latin1', 0, 5) === '{\\rtf' && /\}[\s\0]*$/.test(end)) return; // eslint-disable-line no-control-regex
  throw damaged('document');
}

/** Parses HTML or Markdown. @throws ConversionError */
export async function readMarkup(text: string, from: 'html' | 'md'): Promise<DocumentTree> {
  if (from === 'html') {
    const page = await parse(Buffer.from(text), from);
    return { ...page, content: withoutEmptyPages(page.content) };
  }
  const { text: short, pictures } = withoutPictureData(withPageBreaks(withFormulaBlocks(text)));
  return markdownDocument(withPictureData(await parse(Buffer.from(short), from), pictures));
}

/** Returns a document with only the given content. */
export async function documentOf(content: OfficeContentNode[]): Promise<DocumentTree> {
  return { ...(await parse(Buffer.from('<p></p>'), 'html')), content };
}

/** Reads a book. @throws ConversionError if it has no content */
async function readBook(bytes: Buffer): Promise<DocumentTree> {
  checkMarkup(bytes);
  const plain = normalizeBook(bytes);
  // Only the rewritten book is checked, because its chapters may have had names without a known extension.
  checkMarkup(plain);
  const book = await parse(plain, 'epub');
  if (book.content.length === 0) throw damaged('book');
  return book;
}

async function decrypted(bytes: Buffer, from: string, password: string | undefined): Promise<Buffer> {
  try {
    const config = { decompressionLimits, ...(password === undefined ? {} : { password }) };
    return await decryptIfNeeded(bytes, config, from);
  } catch (error) {
    throw documentFault(error);
  }
}

async function parse(
  bytes: Buffer,
  from: Exclude<DocumentSource, 'txt' | 'mobi' | 'azw3' | 'fb2'>,
  password?: string,
): Promise<DocumentTree> {
  try {
    const document = await OfficeParser.parseOffice(bytes, {
      fileType: from,
      extractAttachments: true,
      ignoreComments: true,
      decompressionLimits: { ...decompressionLimits, maxTableCells: maxCellsFor(bytes.length) },
      ...(password === undefined ? {} : { password }),
    });
    const isTex = from === 'md' || from === 'tex';
    return isTex
      ? document
      : { ...document, content: withSeparateArguments(document.content, from === 'docx' || from === 'pptx') };
  } catch (error) {
    throw documentFault(error);
  }
}
