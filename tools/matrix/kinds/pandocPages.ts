import assert from 'node:assert/strict';
import { decodeDocument, textByLibreOffice } from '../decoders/documents.ts';
import { checkEpub } from '../decoders/epubcheck.ts';
import { decodePdf } from '../decoders/pdf.ts';
import { assertInOrder } from '../assertInOrder.ts';
import { address, headings, makeMarkupSamples, markupSamples, words } from '../programs/markupSamples.ts';
import type { Check, Converted, Proofs } from '../proofs.ts';

const [first, second] = headings;
/** Words whose order doesn't depend on the program that reads the PDF. */
const leftToRight = words.filter((word) => !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(word));

function phrasesOf({ from }: Converted, said: readonly string[]): string[] {
  if (from === 'csv') return [first, second, ...said, 'two', 'The end'];
  return [first, ...said, 'one', 'two', 'map', second, 'The end'];
}

/** Our engine wrote the file. Pandoc finds the words and their structure in it. */
const sameStructure: Check = async (converted) => {
  const facts = await decodeDocument(converted.output, converted.to);
  assertInOrder(phrasesOf(converted, words), facts.words.join(' '));
  if (converted.from === 'csv') return assert.equal(facts.rows.length, 3);
  assert.ok(facts.headings.some((heading) => heading.endsWith(first)));
  assert.match(facts.bold, /two/);
  assert.ok(facts.links.includes(address));
};

const opensInLibreOffice: Check = async (converted) => {
  await sameStructure(converted);
  assertInOrder(phrasesOf(converted, words), await textByLibreOffice(converted.output, converted.to));
};

const isValidBook: Check = async (converted) => {
  await sameStructure(converted);
  await checkEpub(converted.output);
};

const samePrint: Check = async (converted) => {
  const { text, missingFonts, links } = await decodePdf(converted.output);
  assertInOrder(phrasesOf(converted, leftToRight), text);
  assert.deepEqual(missingFonts, []);
  if (converted.from !== 'csv') assert.ok(links.includes(address));
};

const common = { engine: 'pandoc', kind: 'documents', prepare: makeMarkupSamples } as const;

/** Proves the documents that our engines make from pages that Pandoc wrote. */
export const pandocPageProofs: readonly Proofs[] = [
  {
    ...common,
    samples: markupSamples(words),
    checks: { html: sameStructure, docx: opensInLibreOffice, odt: opensInLibreOffice, epub: isValidBook },
  },
  { ...common, samples: markupSamples(leftToRight), checks: { pdf: samePrint } },
];
