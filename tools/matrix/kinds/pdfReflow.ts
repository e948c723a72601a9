import assert from 'node:assert/strict';
import { document } from '../../../test/support/service/fixtures.ts';
import { wordsByPoppler } from '../../../test/support/service/poppler.ts';
import { decodeDocument } from '../decoders/documents.ts';
import type { Check, Proofs } from '../proofs.ts';
import { tokensOf } from './documents.ts';

/** Pandoc or LibreOffice finds the same words as Poppler, in order, with headings and the link. */
const sameText: Check = async ({ to, source, output }) => {
  const facts = await decodeDocument(output, to);
  const expected = (await wordsByPoppler(source)).flat().join(' ');
  assert.deepEqual(tokensOf(facts.words.join(' ')), tokensOf(expected));
  assert.deepEqual(facts.headings, ['1 Words of the world', '2 A table', '2 The last page']);
  assert.deepEqual(facts.links, ['https://example.com/']);
};

export const pdfReflowProofs: readonly Proofs[] = [
  {
    engine: 'pdfReflow',
    kind: 'documents',
    samples: { pdf: document('text.pdf') },
    checks: {
      html: sameText,
      md: sameText,
      docx: sameText,
      odt: sameText,
      rtf: sameText,
      epub: sameText,
    },
  },
];
