import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { document } from '../../../test/support/service/fixtures.ts';
import { wordsByPoppler } from '../../../test/support/service/poppler.ts';
import { decodeDocument, type DocumentFacts } from '../decoders/documents.ts';
import { decodeByOurs, flatBody, textByCatdoc, textOfXml } from '../decoders/office.ts';
import { decodePdf } from '../decoders/pdf.ts';
import type { Check } from '../proofs.ts';
import { holdsPhrases, holdsWords } from './officeWords.ts';

const note = 'The text of the note';
const phrases = [
  'A paragraph with bold words, slanted words and both at once',
  'Grüße, naïve café, Łódź',
  'Γειά σου Κόσμε',
  'Привет, мир',
  'مرحبا بالعالم',
  'שלום עולם',
  '你好，世界 こんにちは 안녕',
  'Who does not sail does not drown',
  note,
  'The last paragraph',
];

async function expectedFacts(): Promise<DocumentFacts> {
  return decodeDocument(await readFile(document('voyage.md')), 'md');
}

const webLinks = (links: readonly string[]): string[] => links.filter((link) => link.startsWith('https:'));

function sameFacts(actual: DocumentFacts, expected: DocumentFacts): void {
  const text = actual.words.join(' ');
  holdsPhrases(phrases, text);
  holdsWords(expected.words.join(' '), text);
  const missing = expected.headings.filter((heading) => !actual.headings.includes(heading));
  assert.deepEqual(missing, [], 'headings are missing');
  assert.deepEqual(actual.rows, expected.rows);
  assert.deepEqual(webLinks(actual.links), expected.links);
  assert.ok(actual.pictures >= 1, 'no picture');
}

const sameByPandoc: Check = async (converted) =>
  sameFacts(await decodeDocument(converted.output, converted.to), await expectedFacts());

const sameByOurs: Check = async (converted) =>
  sameFacts(await decodeByOurs(converted.output, converted.to), await expectedFacts());

const samePages: Check = async (converted) => {
  const { missingFonts, fonts, links, pictures, pages } = await decodePdf(converted.output);
  const { words, links: expectedLinks } = await expectedFacts();
  const text = (await wordsByPoppler(converted.output)).flat().join(' ');
  holdsPhrases(phrases, text);
  holdsWords(words.join(' '), text);
  assert.deepEqual(missingFonts, []);
  assert.ok(fonts.length > 0 && pages >= 1 && pages <= 3, `${pages} pages`);
  assert.deepEqual(webLinks(links), expectedLinks);
  assert.ok(pictures >= 1, 'no picture');
};

/** Compares plain text, which omits notes. */
const sameText: Check = async ({ output }) => {
  const text = output.toString();
  const { words } = await expectedFacts();
  const [body] = words.join(' ').split(note);
  holdsPhrases(
    phrases.filter((phrase) => phrase !== note),
    text,
  );
  holdsWords(body ?? '', text);
};

/** Compares the text that catdoc reads, which includes the address of a link. */
const sameByCatdoc: Check = async ({ output }) => {
  const text = await textByCatdoc(output);
  const { words } = await expectedFacts();
  holdsPhrases(phrases, text);
  holdsWords(words.join(' '), text);
  assert.ok(text.includes('https://example.org/map?b=1&c=2'), 'no link');
};

const sameFlat: Check = async (converted) => {
  const body = await flatBody(converted.output, converted.to);
  const { words, headings, links } = await expectedFacts();
  const text = textOfXml(body);
  holdsPhrases(phrases, text);
  holdsWords(words.join(' '), text);
  const found = body.match(/<text:h\b/g)?.length ?? 0;
  assert.ok(found >= headings.length, `${found} headings`);
  assert.ok((body.match(/<table:table-row\b/g)?.length ?? 0) >= 3, 'no table');
  assert.ok(body.includes(links.join().replaceAll('&', '&amp;')), 'no link');
};

export const textChecks: Readonly<Record<string, Check>> = {
  pdf: samePages,
  docx: sameByPandoc,
  odt: sameByOurs,
  rtf: sameByOurs,
  doc: sameByCatdoc,
  fodt: sameFlat,
  html: sameByPandoc,
  txt: sameText,
};
