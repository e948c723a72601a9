import assert from 'node:assert/strict';
import { logicalOrder } from '../../../../../src/engines/pdf/textExtraction/rightToLeft.ts';
import { letterAt, lettersAt, textOfLetters } from './letters.ts';

/**
 * The text that is read from letters in this visual order. They are listed in reverse, because the order of the list
 * must not matter.
 */
function read(seen: string): string {
  const ordered = lettersAt(seen, 0).toReversed();
  return textOfLetters(logicalOrder(ordered));
}

describe('logicalOrder', () => {
  it('leaves left-to-right text alone', () => {
    const letters = [...lettersAt('b', 1), ...lettersAt('a', 0)];
    assert.equal(logicalOrder(letters), letters);
  });

  for (const [what, seen, expected] of [
    ['right-to-left text', 'םלוע םולש', 'שלום עולם'],
    ['left-to-right words in right-to-left text', 'ךכו two word םולש', 'שלום two word וכך'],
    ['numbers in right-to-left text', 'םיפד 12.5 םולש', 'שלום 12.5 דפים'],
    ['adjacent numbers in right-to-left text', 'םי 34 12 אב', 'בא 12 34 ים'],
    ['a percentage in right-to-left text', 'אב 50% םולש', 'שלום 50% בא'],
    ['right-to-left words in left-to-right text', 'many words םלוע םולש end', 'many words שלום עולם end'],
  ] as const) {
    it(`reads ${what}`, () => assert.equal(read(seen), expected));
  }

  it('reverses brackets that were mirrored', () => {
    const letters = [letterAt('א', 2), letterAt(')', 1), letterAt('ב', 0)];
    assert.equal(textOfLetters(logicalOrder(letters)), 'א(ב');
  });

  it('reads a glyph of several letters as the file gives it, and decomposes Unicode ligatures', () => {
    const turned = [letterAt('ب', 2), letterAt('ا', 1), letterAt('ل', 1)];
    assert.equal(textOfLetters(logicalOrder(turned)), 'بلا');
    const ligature = [letterAt('ب', 2), letterAt('ل', 1), letterAt('ا', 1)];
    assert.equal(textOfLetters(logicalOrder(ligature)), 'بلا');
  });

  it('puts marks behind their letters', () => {
    const mark = { ...letterAt('\u064B', 0), left: 7, right: 9 };
    assert.equal(textOfLetters(logicalOrder([mark, letterAt('ر', 1), letterAt('ا', 0)])), 'ر\u064Bا');
  });

  it('trusts spaces between adjacent words, and gaps elsewhere', () => {
    const close = [letterAt('א', 2), { ...letterAt(' ', 1), right: 6 }, letterAt('ב', 1)];
    assert.equal(textOfLetters(logicalOrder(close)), 'א ב');
    assert.equal(textOfLetters(logicalOrder([letterAt('א', 3), letterAt('ב', 1)])), 'אב');
  });
});
