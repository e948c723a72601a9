import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { convertDocument } from '../../../src/engines/documents/convert.ts';
import { ownValue } from '../../../src/util/ownValue.ts';
import { findOnPath } from '../../../test/support/command.ts';
import { withFile } from '../../../test/support/service/lentFiles.ts';
import { wordsByPoppler } from '../../../test/support/service/poppler.ts';
import type { Converted } from '../check.ts';
import { printed } from '../../../test/support/service/program.ts';
import { decodeDocument, type DocumentFacts, textByLibreOffice } from './documents.ts';
import { decodePdf } from './pdf.ts';

/** The content that another program finds in a document: its words, and the facts that the program reports. */
type Found = Partial<DocumentFacts> & {
  readonly words: readonly string[];
  readonly missingFonts?: readonly string[];
};

/** Extracts the text of a file. */
type Reader = (file: string) => Promise<string>;

const by =
  (program: string, ...args: readonly string[]): Reader =>
  async (file) =>
    (await printed(program, [...args, file])).toString();
/** Well-formed XML without its tags. */
const xml = by('xmllint', '--nonet', '--huge', '--xpath', 'string(/)');
/** The bytes of an old presentation as text, which has two bytes per character, at even or odd offsets, or one. */
const powerPoint: Reader = async (file) => {
  const stream = await printed('gsf', ['cat', file, 'PowerPoint Document']);
  const wide = [0, 1].map((start) => new TextDecoder('utf-16le').decode(stream.subarray(start)));
  return [...wide, stream.toString('latin1')].join('');
};

/** The programs that read a format and nothing but its text. */
const textReaders: Readonly<Record<string, Reader>> = {
  adoc: by('asciidoctor', '--safe-mode=secure', '--failure-level=WARN', '--out-file=-'),
  dbk: xml,
  doc: by('catdoc', '-w', '-d', 'utf-8'),
  fb2: xml,
  fodp: xml,
  fodt: xml,
  icml: xml,
  jats: xml,
  man: by('groff', '-k', '-Tutf8', '-P-cbou', '-t', '-rLL=500n', '-man'),
  ppt: powerPoint,
  rst: by('rst2xml', '--halt=3', '--no-file-insertion'),
  tei: xml,
  texi: by('makeinfo', '--plaintext', '--enable-encoding', '--fill-column=9999'),
};
/** The formats that Pandoc's own writer doesn't write here, because our engines make them from its pages. */
const structured = new Set(['docx', 'epub', 'html', 'md', 'odp', 'odt', 'pptx', 'rtf']);
const writtenByPandoc = new Set(['md', 'rtf']);
/** The formats that Pandoc reads poorly or not at all. */
const readByOurs = new Set(['odp', 'odt', 'pptx', 'rtf']);

/** Reads a conversion's output with a program other than the one that wrote it. */
export async function documentIn({ engine, to, output }: Converted): Promise<Found> {
  const read = ownValue(textReaders, to);
  if (read) return { words: [await withFile(output, to, read)] };
  if (to === 'pdf') return pagesIn(output, engine === 'libreoffice');
  if (to === 'azw3' || to === 'mobi') return kindleBook(output, to);
  if (to === 'htmlz') return zippedPage(output);
  if (engine === 'pandoc' && to === 'rtf') return { words: [await textByLibreOffice(output, to)] };
  if (!structured.has(to) || (engine === 'pandoc' && writtenByPandoc.has(to)))
    return { words: [new TextDecoder('utf-8', { fatal: true }).decode(output)] };
  // EPUBCheck rejects some identifiers that Calibre keeps from old books.
  if (to === 'epub' && engine !== 'calibre') await checkEpub(output);
  return engine === 'libreoffice' && readByOurs.has(to) ? byOurs(output, to) : decodeDocument(output, to);
}

/** The content according to our own reader, which shares no code with LibreOffice. */
async function byOurs(output: Buffer, format: string): Promise<DocumentFacts> {
  return withFile(output, format, async (inputPath) => {
    const outputPath = path.join(path.dirname(inputPath), 'output.html');
    const files = { inputPath, inputBytes: output.length, outputPath, fileName: `a.${format}` };
    await convertDocument({
      tool: 'convert',
      engine: 'document',
      from: format,
      to: 'html',
      options: {},
      ...files,
    });
    return decodeDocument(await readFile(outputPath), 'html');
  });
}

/** Poppler extracts text either in the order in which it was written, or as it is read, whatever its direction. */
async function pagesIn(output: Buffer, asRead: boolean): Promise<Found> {
  const { text, links, pictures, missingFonts } = await decodePdf(output);
  const words = asRead ? (await wordsByPoppler(output)).flat() : [text];
  return { words, links, pictures, missingFonts };
}

/** The content according to libmobi. The old generation of Kindle has another version of it. */
async function kindleBook(output: Buffer, format: string): Promise<Found> {
  return withFile(output, format, async (file) => {
    const folder = path.dirname(file);
    await printed('mobitool', ['-e', '-o', folder, file]);
    const book = await decodeDocument(await readFile(path.join(folder, 'a.epub')), 'epub');
    if (format === 'azw3') return book;
    await printed('mobitool', ['-7', '-s', '-o', folder, file]);
    const page = await readFile(path.join(folder, 'a_markup/part00000.html'));
    const { words } = await decodeDocument(page, 'html');
    assert.ok(words.length >= 0.9 * book.words.length, `${words.length} words in the old version`);
    return book;
  });
}

async function zippedPage(output: Buffer): Promise<Found> {
  return withFile(output, 'htmlz', async (file) =>
    decodeDocument(await printed('unzip', ['-p', file, 'index.html']), 'html'),
  );
}

/** @throws Error with the faults that EPUBCheck, the official EPUB validator, finds in a book */
async function checkEpub(book: Buffer): Promise<void> {
  await withFile(book, 'epub', async (file) => {
    // The program is a jar file, which only some systems can start directly.
    const quickStart = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
    await printed('java', [...quickStart, '-jar', findOnPath('epubcheck') ?? 'epubcheck', '--quiet', file]);
  });
}
