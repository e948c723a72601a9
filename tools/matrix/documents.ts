import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { scanFormats } from '../../src/engines/pdf/pdf.ts';
import { calibreOldBooks } from '../../src/engines/programs/calibre/calibre.ts';
import { debianPython } from '../../test/support/debianPython.ts';
import { data, document } from '../../test/support/service/fixtures.ts';
import { wordsByPoppler } from '../../test/support/service/poppler.ts';
import type { Check, Converted } from './check.ts';
import { decodeDocument, type DocumentFacts } from './decoders/documents.ts';
import { documentIn } from './decoders/routes.ts';
import { printed } from '../../test/support/service/program.ts';
import { samplesFolder } from './programs/scratch.ts';
import { assertWords } from './words.ts';

/** The content that another program must find in an output. Missing facts aren't compared. */
export type Expected = Partial<Omit<DocumentFacts, 'words'>> & { readonly words: readonly string[] };

const plainText = { headings: [], items: [], rows: [], bold: '', italic: '' };
const table = [
  ['Name', 'Count'],
  ['apples', '3'],
  ['pears', '12'],
];
const slides: Expected = {
  words:
    'The harbour rope bread with butter Γειά σου Κόσμε Привет мир שלום עולם 你好 世界 apples 3 pears 12'.split(
      ' ',
    ),
  headings: ['What we took'],
  rows: table,
  pictures: 1,
};
/** The parts of `voyage` that every language of Pandoc and every book of Calibre contains in this order. */
const voyageParts = (
  'The harbour|bold words|a link|Grüße|Γειά σου Κόσμε|Привет|مرحبا بالعالم|שלום עולם|你好|こんにちは|안녕|' +
  'What we took|rope|rye|water|sail|does not drown|apples|pears|ripe|The end|After a break'
).split('|');
const address = 'https://example.org/map';
const skyWords = ['Ångström', 'Привет', 'Καλημέρα', '你好', 'こんにちは'];
const sky: Expected = {
  words: ['Northern lights', ...skyWords, 'one', 'two', 'map', 'Second part', 'The end'],
  headings: ['Northern lights', 'Second part'],
  bold: 'two',
  links: [address],
};
const skyTable: Expected = { words: ['Northern lights', 'Second part', ...skyWords, 'two', 'The end'] };
const notebook: Expected = {
  words: `The harbour Measured in Ångström Привет 你好 bold slanted map rope bread
    matplotlib inline import math print math.tau not magic 6.283185307179586 table Name Count 0 apples 3 1 pears 12
    Plots let unrelated 1 plot 1 0 ZeroDivisionError division by zero The end`.split(/\s+/),
  headings: ['The harbour', 'Plots'],
  rows: [
    ['0', 'apples', '3'],
    ['1', 'pears', '12'],
  ],
  links: [address],
  pictures: 2,
};
const note: Expected = { words: 'A note from the harbor Ferries leave every morning'.split(' ') };
/** Texts that both sheets show. Neighbors hide the rest of some cells. */
const ledger: Expected = {
  words: [
    ['date', 'item', 'amount', 'paid', 'double', 'size', 'Ψωμί & γάλα', 'שלום', '日本語', 'quoted'],
    ['2024-02-29', '1999-12-31', '2026-11-21', '2000-01-01', '12.5', '1234567', '2469134'],
    ['small & <fine>', 'big', 'second sheet', '42'],
  ].flat(),
};

/** Facts that other programs don't find in an output, although it has them. */
const unseen: readonly (readonly [when: Partial<Converted>, facts: readonly (keyof Expected)[]])[] = [
  [{ to: 'rtf' }, ['items']],
  // Pandoc writes lists into FictionBook as paragraphs with bullets.
  [{ from: 'fb2' }, ['items']],
  // The LaTeX source only refers to pictures, and they are missing.
  [{ from: 'tex' }, ['pictures']],
  // Calibre writes headings as paragraphs, moves the bold text of a MOBI book to a style sheet, and wrote the LIT sample.
  [{ engine: 'calibre' }, ['headings', 'items']],
  [{ engine: 'calibre', from: 'mobi' }, ['bold', 'italic']],
  [{ engine: 'calibre', from: 'lit' }, ['links']],
  [{ engine: 'libreoffice' }, ['items', 'bold', 'italic']],
  // LibreOffice turns the table of an old presentation into boxes.
  ...['ppt', 'pps', 'pot'].map((from) => [{ from }, ['rows', 'headings']] as const),
];

function isUnseen(fact: string, converted: Converted): boolean {
  const actual: Readonly<Record<string, unknown>> = { ...converted };
  return unseen.some(
    ([when, facts]) =>
      facts.some((each) => each === fact) &&
      Object.entries(when).every(([key, value]) => actual[key] === value),
  );
}

/** Other programs find the same words, and, as far as they understand the format, the same structure. */
export const sameDocument: Check = async (converted) => {
  const [{ words, ...expected }, actual] = [await expectedIn(converted), await documentIn(converted)];
  const text = actual.words.join(' ');
  // Boxes and cells come in any order, and so do words that run from right to left.
  const { engine, from, to } = converted;
  const inOrder = engine !== 'libreoffice' && (to !== 'pdf' || !(isDeck(from) || isSheet(from)));
  assertWords(words, text, inOrder);
  if (to === 'pdf') assert.doesNotMatch(text, /\uFFFD|\0/);
  assert.deepEqual(actual.missingFonts ?? [], []);
  for (const [fact, value] of Object.entries(expected)) {
    const found: unknown = Object.entries(actual).find(([name]) => name === fact)?.[1];
    if (found !== undefined && !isUnseen(fact, converted)) assertFact(fact, value, found);
  }
};

/** Lists may have more entries, but not if there should be none, and text may be marked in more places. */
function assertFact(fact: string, expected: unknown, actual: unknown): void {
  if (typeof expected === 'number') assert.ok(Number(actual) >= expected, `${fact}: ${String(actual)}`);
  else if (typeof expected === 'string' && expected !== '')
    assertWords(expected.split(' '), String(actual), true);
  else if (!Array.isArray(expected) || !Array.isArray(actual) || expected.length === 0)
    assert.deepEqual(actual, expected, fact);
  else {
    const found = actual.map((each) => ` ${[each].flat().join(' | ')}`);
    const missing = expected.filter(
      (each) => !found.some((other) => other.endsWith(` ${[each].flat().join(' | ')}`)),
    );
    assert.deepEqual(missing, [], `${fact}: ${found.join(';')}`);
  }
}

const isDeck = (format: string): boolean => /^(?:fodp|odp|otp|p[op][st].?)$/.test(format);
export const isSheet = (format: string): boolean => /^(?:csv|fods|ods|ots|tsv|xl.*)$/.test(format);
/** The sources of Pandoc that are `voyage`; the others are `sky`. */
const voyages = new Set(['md', 'html', 'docx', 'odt', 'epub', 'tex']);
/** Books with few text styles, or with plain text only. */
const plainBooks = new Set(['txt', 'pdb', 'tcr', 'rb', 'lrf']);
const isRightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

async function expectedIn({ engine, from, to, source }: Converted): Promise<Expected> {
  if (engine === 'tesseract') return note;
  if (engine === 'notebooks') return notebook;
  if (isDeck(from)) return slides;
  if (from === 'pdf') return reflowed(source, to);
  if (engine === 'pandoc' && from === 'csv') return skyTable;
  if (engine === 'pandoc' && !voyages.has(from)) return sky;
  if (isSheet(from)) return from === 'csv' || from === 'tsv' ? tableWords(source) : ledger;
  const isPrint = engine === 'documentPrint' || (engine === 'calibre' && to === 'pdf');
  const facts = await decodeDocument(await readFile(document(isPrint ? 'harbour.md' : 'voyage.md')), 'md');
  if (from === 'txt')
    return { ...(engine === 'calibre' ? {} : plainText), words: source.toString().split(/\s+/) };
  if (engine === 'calibre' || engine === 'pandoc') {
    const words = voyageParts.filter((word) => !isPrint || !isRightToLeft.test(word));
    return plainBooks.has(from) ? { words } : { ...facts, words };
  }
  // LibreOffice omits notes in plain text.
  if (engine === 'libreoffice' && to === 'txt')
    return { words: facts.words.slice(0, -'The text of the note.'.split(' ').length) };
  return facts;
}

async function reflowed(source: Buffer, to: string): Promise<Expected> {
  const words = (await wordsByPoppler(source)).flat();
  if (to === 'txt') return { words };
  const headings = ['1 Words of the world', '2 A table', '2 The last page'];
  return { words, headings, links: ['https://example.com/'] };
}

/** The words that programs print and extract in the same way, unlike joined Arabic letters and long numbers. */
function tableWords(source: Buffer): Expected {
  const words = source.toString().match(/(?:(?!\p{Script=Arabic})\p{L}){1,8}|(?<![\d.])\d{1,6}(?![\d.])/gu);
  return { words: words ?? [] };
}

const oldBook = (name: string, format: string): string => path.join(samplesFolder(), `${name}.${format}`);
const notePath = (format: string): string => path.join(samplesFolder(), `note.${format}`);

/** The samples of each engine that reads documents, by source format. */
export const documentSamples = {
  document: (from: string) => document(`voyage.${from}`),
  print: (from: string) => document(`${isDeck(from) ? 'voyage' : 'harbour'}.${from}`),
  pandoc: (from: string, to: string) =>
    document(`${voyages.has(from) && to !== 'pdf' ? 'voyage' : 'sky'}.${from}`),
  calibre: (from: string, to: string) => {
    const name = to === 'pdf' ? 'harbour' : 'voyage';
    return calibreOldBooks.some((each) => each === from) ? oldBook(name, from) : document(`${name}.${from}`);
  },
  reflow: () => document('text.pdf'),
  pictures: (from: string) => (isSheet(from) ? data(`ledger.${from}`) : document(`pictures.${from}`)),
  note: (from: string) => (from === 'png' ? document('note.png') : notePath(from)),
  office: (from: string) => {
    if (isSheet(from)) return data(`${from === 'csv' || from === 'tsv' ? 'countries' : 'ledger'}.${from}`);
    return document(`voyage.${from}`);
  },
};

/** Lets Calibre write books in formats that no other program writes anymore. */
export async function makeOldBooks(): Promise<void> {
  for (const name of ['voyage', 'harbour']) {
    for (const format of calibreOldBooks) {
      // The format's default character set lacks letters of the sample.
      const encoding = format === 'pdb' ? ['--pdb-output-encoding=utf-8'] : [];
      await printed('ebook-convert', [document(`${name}.epub`), oldBook(name, format), ...encoding]);
    }
  }
}

const byPillow = 'import sys; from PIL import Image; Image.open(sys.argv[1]).convert("L").save(sys.argv[2])';

/** Writes the scanned note in all formats. */
export async function makeNotes(): Promise<void> {
  const png = document('note.png');
  await printed('heif-enc', [png, '-o', notePath('heic')]);
  await printed('avifenc', [png, notePath('avif')]);
  const others = [...scanFormats, 'pdf'].filter((format) => !['png', 'heic', 'avif'].includes(format));
  for (const format of others) await printed(debianPython, ['-c', byPillow, png, notePath(format)]);
}
