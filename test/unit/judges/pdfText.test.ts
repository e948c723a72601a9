import assert from 'node:assert/strict';
import { comparePdfText } from '../../../tools/judges/pdfText.ts';

describe('comparePdfText', () => {
  for (const [what, ours, theirs] of [
    ['the order of words, lines and pages', 'one two\nthree\f', 'three\n\none two'],
    ['ligatures and wide letters', 'ﬁle Ａ', 'file A'],
    ['hyphens at the ends of lines', 'fur-\nther', 'further'],
    ['spaces between Chinese characters', '你好世界', '你 好 世\n界'],
    ['marks that turn writing around', '\u202Bשלום\u202C', 'שלום'],
    ['pages without words', '\f', ''],
  ] as const) {
    it(`does not mind ${what}`, () => assert.equal(comparePdfText(ours, theirs), undefined));
  }

  for (const [what, ours, theirs, line] of [
    ['words that are missing', 'a b', 'a b c c', '66.7 % of 4 words in common; only theirs: c ×2'],
    [
      'letters in another order',
      'םולש',
      'שלום',
      '0.0 % of 1 words in common; only ours: םולש; only theirs: שלום',
    ],
    ['a text where there is none', 'a', '', '0.0 % of 0 words in common; only ours: a'],
  ] as const) {
    it(`names ${what}`, () => assert.equal(comparePdfText(ours, theirs), line));
  }
});
