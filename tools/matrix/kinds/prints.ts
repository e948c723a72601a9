import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { document } from '../../../test/support/service/fixtures.ts';
import { decodeDocument } from '../decoders/documents.ts';
import { decodePdf } from '../decoders/pdf.ts';
import type { Check, Proofs } from '../proofs.ts';
import { tokensOf } from './documents.ts';

/** The PDF contains the words in order, the link, and the picture, and embeds all fonts. */
const samePrint: Check = async ({ from, source, output }) => {
  const { text, missingFonts, fonts, links, pictures, pages } = await decodePdf(output);
  const said = await decodeDocument(await readFile(document('harbour.md')), 'md');
  inOrder(from === 'txt' ? source.toString() : said.words.join(' '), text);
  assert.doesNotMatch(text, /\uFFFD|\0/);
  assert.deepEqual(missingFonts, []);
  assert.ok(fonts.length > 0 && pages >= 1);
  if (from === 'txt') return;
  for (const link of said.links) assert.ok(links.includes(link), `${link}: ${links.join(' ')}`);
  assert.equal(pictures, said.pictures);
};

/** Lines break at the edge of the page, so spaces don't count. */
function inOrder(expected: string, actual: string): void {
  const text = actual.replaceAll(/\s/g, '');
  let at = 0;
  for (const token of tokensOf(expected)) {
    const found = text.indexOf(token, at);
    assert.ok(found >= 0, `“${token}” is missing after “${text.slice(Math.max(0, at - 30), at)}”`);
    at = found + token.length;
  }
}

const samples = Object.fromEntries(
  ['docx', 'odt', 'rtf', 'html', 'md', 'epub', 'mobi', 'azw3', 'fb2', 'txt'].map((format) => [
    format,
    document(`harbour.${format}`),
  ]),
);

export const printProofs: readonly Proofs[] = [
  { engine: 'documentPrint', kind: 'documents', samples, checks: { pdf: samePrint } },
];
