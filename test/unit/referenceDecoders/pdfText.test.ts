import assert from 'node:assert/strict';
import { comparePdfText } from '../../../tools/referenceDecoders/pdfText.ts';

describe('comparePdfText', () => {
  it('reports missing words, reversed letters, and extra text', () => {
    for (const [ours, theirs, line] of [
      ['a b', 'a b c c', '66.7 % of 4 words in common; only theirs: c ×2'],
      ['םולש', 'שלום', '0.0 % of 1 words in common; only ours: םולש; only theirs: שלום'],
      ['a', '', '0.0 % of 0 words in common; only ours: a'],
    ] as const) {
      assert.equal(comparePdfText(ours, theirs), line);
    }
  });
});
