import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { document } from '../../../test/support/service/fixtures.ts';
import { decodeDocument, type DocumentFacts, textByLibreOffice } from '../decoders/documents.ts';
import { checkEpub } from '../decoders/epubcheck.ts';
import type { Check, Proofs } from '../proofs.ts';

/**
 * The maximum number of additional words: numbers of notes, bullets, a title, and the caption of a picture, which some
 * formats have in their text.
 */
const maxExtraTokens = 30;
const hasNoStructure = new Set(['txt', 'pptx', 'odp']);

/** The content of the document that several programs have written in their own formats. */
async function expectedFacts(): Promise<DocumentFacts> {
  return decodeDocument(await readFile(document('voyage.md')), 'md');
}

/**
 * Another program finds the same words in order, and the same headings, lists, tables, links, pictures, and italics.
 */
const sameDocument: Check = async ({ from, to, source, output }) => {
  if (from === 'txt') return sameText(source.toString(), await decodeDocument(output, to));
  if (hasNoStructure.has(from)) return sameSlides(await decodeDocument(output, to));
  const expected = await expectedFacts();
  const actual = await decodeDocument(output, to);
  sameWords(expected.words.join(' '), actual.words.join(' '));
  // Pandoc writes lists into FictionBook as paragraphs with bullets.
  const kept =
    to === 'rtf' || from === 'fb2'
      ? (['headings', 'links'] as const)
      : (['headings', 'items', 'links'] as const);
  for (const property of kept) includesAll(property, actual, expected);
  assert.deepEqual(actual.rows, expected.rows);
  inOrder(tokensOf(expected.bold), tokensOf(actual.bold));
  inOrder(tokensOf(expected.italic), tokensOf(actual.italic));
  // The LaTeX source only refers to pictures, and they are missing.
  if (from !== 'tex') assert.ok(actual.pictures >= expected.pictures, 'no picture');
};

const isValidBook: Check = async (converted) => {
  await sameDocument(converted);
  await checkEpub(converted.output);
};

const opensInLibreOffice: Check = async (converted) => {
  await sameDocument(converted);
  const { from, to, source, output } = converted;
  const text = await textByLibreOffice(output, to);
  if (from === 'txt') sameWords(source.toString(), text);
  else inOrder(tokensOf('The harbour Привет שלום 你好 🎉 The end'), tokensOf(text));
};

const sameWordsAlone: Check = async ({ from, output }) => {
  const text = output.toString();
  if (hasNoStructure.has(from)) inOrder(tokensOf(slideText), tokensOf(text));
  else sameWords((await expectedFacts()).words.join(' '), text);
};

export const slideText =
  'The harbour rope bread with butter Γειά σου Κόσμε Привет мир שלום עולם 你好 世界 apples 3 pears 12';

function sameSlides(actual: DocumentFacts): void {
  inOrder(tokensOf(slideText), tokensOf(actual.words.join(' ')));
  assert.ok(
    actual.headings.some((heading) => heading.endsWith('What we took')),
    'no heading',
  );
  assert.deepEqual(actual.rows, [
    ['Name', 'Count'],
    ['apples', '3'],
    ['pears', '12'],
  ]);
  assert.ok(actual.pictures >= 1, 'no picture');
}

function sameText(expected: string, { words, headings, items, bold, italic }: DocumentFacts): void {
  sameWords(expected, words.join(' '));
  assert.deepEqual({ headings, items, bold, italic }, { headings: [], items: [], bold: '', italic: '' });
}

function sameWords(expected: string, actual: string): void {
  const [before, after] = [tokensOf(expected), tokensOf(actual)];
  inOrder(before, after);
  assert.ok(after.length <= before.length + maxExtraTokens, `${after.length - before.length} words too many`);
}

function includesAll(
  property: 'headings' | 'items' | 'links',
  actual: DocumentFacts,
  expected: DocumentFacts,
): void {
  const missing = expected[property].filter((each) => !actual[property].includes(each));
  assert.deepEqual(missing, [], `${property}: ${JSON.stringify(actual[property])}`);
}

export function inOrder(expected: readonly string[], actual: readonly string[]): void {
  let at = 0;
  for (const token of expected) {
    const found = actual.indexOf(token, at);
    assert.ok(found >= 0, `“${token}” is missing after “${actual.slice(Math.max(0, at - 5), at).join(' ')}”`);
    at = found + 1;
  }
}

/** The words and signs of a text. Quotes and dashes are left out, because they look different in print. */
export function tokensOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}.,:;'"“”‘’|\\-]/gu) ?? [];
}

const samples = Object.fromEntries(
  ['docx', 'odt', 'rtf', 'html', 'md', 'epub', 'mobi', 'azw3', 'fb2', 'tex', 'txt', 'pptx', 'odp'].map(
    (format) => [format, document(`voyage.${format}`)],
  ),
);

export const documentProofs: readonly Proofs[] = [
  {
    engine: 'document',
    kind: 'documents',
    samples,
    checks: {
      html: sameDocument,
      md: sameDocument,
      epub: isValidBook,
      docx: opensInLibreOffice,
      odt: opensInLibreOffice,
      rtf: opensInLibreOffice,
      txt: sameWordsAlone,
    },
  },
];
