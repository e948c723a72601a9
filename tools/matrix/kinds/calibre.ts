import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { document } from '../../../test/support/service/fixtures.ts';
import { inFolder } from '../../../test/support/service/lentFiles.ts';
import { decodeDocument, type DocumentFacts, textByLibreOffice } from '../decoders/documents.ts';
import { decodePdf } from '../decoders/pdf.ts';
import { assertInOrder } from '../assertInOrder.ts';
import { printed, samplesFolder } from '../programs/scratch.ts';
import type { Check, Converted, Proofs } from '../proofs.ts';
import { calibreOldBooks } from '../../../src/engines/programs/calibre/calibre.ts';

/** Formats with few text styles, or with plain text only. */
const plain: ReadonlySet<string> = new Set(['txt', 'pdb', 'tcr', 'rb', 'lrf']);

const said =
  'The harbour|bold words|a link|Grüße|Γειά σου Κόσμε|Привет|مرحبا بالعالم|שלום עולם|你好|こんにちは|안녕|🎉|' +
  'What we took|rope|rye|water|sail|does not drown|apples|pears|ripe|The end|After a break';
const isRightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

async function phrasesOf({ from, source }: Pick<Converted, 'from' | 'source'>): Promise<string[]> {
  return from === 'txt' ? source.toString().split('\n') : said.split('|');
}

/** Asserts that the book has the words in order and, if the source has a structure, the same structure. */
async function sameBook(converted: Converted, facts: DocumentFacts): Promise<void> {
  const { from } = converted;
  assertInOrder(await phrasesOf(converted), facts.words.join(' '));
  if (plain.has(from)) return;
  const expected = await decodeDocument(await readFile(document('voyage.md')), 'md');
  assert.deepEqual(facts.rows, expected.rows);
  // In a MOBI book, Calibre moves bold text to a style sheet, which Pandoc doesn't read.
  if (from !== 'mobi') {
    assert.match(facts.bold, /bold words/);
    assert.match(facts.italic, /slanted words/);
  }
  // Calibre wrote the LIT sample, and spells the query of the address differently.
  const address = `https://example.org/map?${from === 'lit' ? '' : 'b=1&c=2'}`;
  assert.ok(
    facts.links.some((link) => link.startsWith(address)),
    facts.links.join(' '),
  );
  if (from !== 'tex') assert.ok(facts.pictures > 0, 'no picture');
}

/** The content according to libmobi. If a file is for several generations of Kindle, `which` selects one. */
async function byLibmobi(
  { output, to }: Converted,
  use: (folder: string) => Promise<void>,
  ...which: string[]
) {
  await inFolder(async (folder) => {
    const file = path.join(folder, `a.${to}`);
    await writeFile(file, output);
    await printed('mobitool', [...which, '-o', folder, file]);
    await use(folder);
  });
}

const isKindleBook: Check = async (converted) =>
  byLibmobi(
    converted,
    async (folder) =>
      sameBook(converted, await decodeDocument(await readFile(path.join(folder, 'a.epub')), 'epub')),
    '-e',
  );

const isOldKindleBook: Check = async (converted) => {
  await isKindleBook(converted);
  await byLibmobi(
    converted,
    async (folder) => {
      const text = await readFile(path.join(folder, 'a_markup/part00000.html'));
      await sameBook(converted, await decodeDocument(text, 'html'));
    },
    '-7',
    '-s',
  );
};

const isZippedPage: Check = async (converted) =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'a.htmlz');
    await writeFile(file, converted.output);
    const page = await printed('unzip', ['-p', file, 'index.html']);
    await sameBook(converted, await decodeDocument(page, 'html'));
    if (!plain.has(converted.from) && converted.from !== 'tex')
      assert.match((await printed('unzip', ['-l', file])).toString(), /images\/.*\.(?:png|jpe?g)/);
  });

const isDocument: Check = async (converted) =>
  sameBook(converted, await decodeDocument(converted.output, converted.to));

const opensInLibreOffice: Check = async (converted) => {
  await isDocument(converted);
  assertInOrder(await phrasesOf(converted), await textByLibreOffice(converted.output, converted.to));
};

const isText: Check = async (converted) =>
  assertInOrder(await phrasesOf(converted), converted.output.toString());

const isPrint: Check = async (converted) => {
  const { text, missingFonts } = await decodePdf(converted.output);
  const phrases = await phrasesOf(converted);
  assertInOrder(
    phrases.filter((phrase) => !isRightToLeft.test(phrase)),
    text,
  );
  assert.deepEqual(missingFonts, []);
};

const common = { engine: 'calibre', kind: 'ebooks', prepare: makeOldBooks } as const;

export const calibreProofs: readonly Proofs[] = [
  {
    ...common,
    samples: bookSamples('voyage'),
    checks: {
      azw3: isKindleBook,
      mobi: isOldKindleBook,
      htmlz: isZippedPage,
      // EPUBCheck rejects some identifiers that Calibre keeps from old books.
      epub: isDocument,
      html: isDocument,
      md: isDocument,
      docx: opensInLibreOffice,
      odt: opensInLibreOffice,
      rtf: opensInLibreOffice,
      txt: isText,
    },
  },
  // Our engine typesets only left-to-right text.
  { ...common, samples: bookSamples('harbour'), checks: { pdf: isPrint } },
];

function oldBook(name: string, format: string): string {
  return path.join(samplesFolder(), `${name}.${format}`);
}

/** A book in each format that Calibre reads, by the name of its original document. */
function bookSamples(name: string): Readonly<Record<string, string>> {
  const formats = ['epub', 'mobi', 'azw3', 'docx', 'odt', 'rtf', 'html', 'md', 'fb2', 'tex', 'txt'];
  return Object.fromEntries([
    ...formats.map((format) => [format, document(`${name}.${format}`)]),
    ...calibreOldBooks.map((format) => [format, oldBook(name, format)]),
  ]);
}

/** Lets Calibre write the wanted books in formats that no other program writes anymore. */
async function makeOldBooks(wanted: ReadonlySet<string>): Promise<void> {
  for (const name of ['voyage', 'harbour']) {
    for (const format of calibreOldBooks) {
      const book = oldBook(name, format);
      if (!wanted.has(book)) continue;
      // The format's default character set lacks letters of the sample.
      const encoding = format === 'pdb' ? ['--pdb-output-encoding=utf-8'] : [];
      await printed('ebook-convert', [document(`${name}.epub`), book, ...encoding]);
    }
  }
}
