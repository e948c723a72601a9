import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { document } from '../../../test/support/service/fixtures.ts';
import { decodeDocument } from '../decoders/documents.ts';
import { decodePdf } from '../decoders/pdf.ts';
import type { Check, Proofs } from '../proofs.ts';
import { slideText, tokensOf } from './documents.ts';

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

/** The PDF contains the words of the slides, on a page for each slide. Poppler puts Hebrew words in another order. */
const sameSlides: Check = async ({ output }) => {
  const { text, missingFonts, pages, pictures } = await decodePdf(output);
  for (const token of tokensOf(slideText)) assert.ok(text.includes(token), token);
  assert.deepEqual(missingFonts, []);
  assert.ok(pages > 1 && pictures > 0);
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

const slides = { pptx: document('voyage.pptx'), odp: document('voyage.odp') };

export const printProofs: readonly Proofs[] = [
  {
    engine: 'documentPrint',
    kind: 'documents',
    samples: { ...samples, ...slides },
    checks: {
      pdf: (converted) => (Object.hasOwn(slides, converted.from) ? sameSlides : samePrint)(converted),
    },
  },
];
