import assert from 'node:assert/strict';
import { unzipped, wordsByPoppler } from '../../../test/support/service/poppler.ts';
import { decodeByOurs, flatBody, textOfXml } from '../decoders/office.ts';
import { decodePdf } from '../decoders/pdf.ts';
import { decodePowerPoint } from '../decoders/powerPoint.ts';
import type { Check } from '../proofs.ts';
import { holdsPhrases, holdsWords } from './officeWords.ts';

const slideCount = 4;
const phrases = [
  'The harbour',
  'rope bread with butter',
  'Γειά σου Κόσμε',
  'Привет мир',
  'שלום עולם',
  '你好 世界',
];
/** Compares the table cell by cell. From the old format, the table becomes a group of boxes. */
const table = ['Name', 'Count', 'apples', '3', 'pears', '12'];
const oldFormats = new Set(['ppt', 'pps', 'pot']);

const samePages: Check = async ({ output }) => {
  const { missingFonts, pictures } = await decodePdf(output);
  const pages = await wordsByPoppler(output);
  sameWords(pages.flat().join(' '));
  assert.deepEqual(missingFonts, []);
  assert.equal(pages.length, slideCount);
  assert.ok(pictures >= 1, 'no picture');
};

function sameWords(text: string): void {
  holdsPhrases(phrases, text);
  holdsWords(table.join(' '), text);
}

const sameSlides: Check = async ({ from, to, output }) => {
  const parts = [...(await unzipped(output))];
  const pattern = to === 'pptx' ? /^ppt\/slides\/slide\d+\.xml$/ : /^content\.xml$/;
  const slides = parts.filter(([name]) => pattern.test(name)).map(([, content]) => content.toString());
  sameWords(textOfXml(slides.join(' ')));
  assert.equal(to === 'pptx' ? slides.length : pagesIn(slides.join('')), slideCount);
  assert.ok(
    parts.some(([name]) => /^(?:ppt\/media|Pictures)\//.test(name)),
    'no picture',
  );
  if (oldFormats.has(from)) return;
  const { rows, words } = await decodeByOurs(output, to);
  assert.deepEqual(rows.flat(), table);
  sameWords(words.join(' '));
};

const sameRecords: Check = async ({ output }) => {
  const { text, slides } = await decodePowerPoint(output);
  sameWords(text);
  assert.equal(slides, slideCount);
};

const sameFlat: Check = async ({ output, to }) => {
  const body = await flatBody(output, to);
  sameWords(textOfXml(body));
  assert.equal(pagesIn(body), slideCount);
};

function pagesIn(xml: string): number | undefined {
  return xml.match(/<draw:page\s/g)?.length;
}

export const slideChecks: Readonly<Record<string, Check>> = {
  pdf: samePages,
  pptx: sameSlides,
  odp: sameSlides,
  ppt: sameRecords,
  fodp: sameFlat,
};
