import assert from 'node:assert/strict';
import type { Segment } from '../../../../../src/engines/pdf/textExtraction/letters.ts';
import { insertSegments, joinedRows } from '../../../../../src/engines/pdf/textExtraction/rows.ts';
import { lettersAt, textOfLetters } from './letters.ts';

const segment = (text: string, column: number, row: number): Segment => ({
  letters: lettersAt(text, column, row),
  isHyphenated: false,
});
const texts = (segments: readonly Segment[]): string[] =>
  segments.map(({ letters }) => textOfLetters(letters));

describe('insertSegments', () => {
  const own = [segment('Name', 0, 9), segment('Town', 0, 5), segment('End', 0, 1)];

  for (const [where, added, expected] of [
    ['after their label', segment('Ada', 10, 9), ['Name Ada', 'Town', 'End']],
    ['before their label', segment('X', -3, 5), ['Name', 'X Town', 'End']],
    ['below the line above', segment('Ada', 2, 7), ['Name', 'Ada', 'Town', 'End']],
    ['at the end', segment('Ada', 2, -3), ['Name', 'Town', 'End', 'Ada']],
    ['at the beginning', segment('Ada', 2, 20), ['Ada', 'Name', 'Town', 'End']],
  ] as const) {
    it(`puts additions ${where}`, () => assert.deepEqual(texts(insertSegments(own, [added])), expected));
  }

  it('puts additions between the words around them', () => {
    const line = { letters: [...lettersAt('I, ', 0), ...lettersAt('declare', 20)], isHyphenated: false };
    assert.deepEqual(texts(insertSegments([line], [segment('Ada', 8, 0)])), ['I, Ada declare']);
  });

  it('separates fields reported as one line', () => {
    const both = { letters: [...lettersAt('Ada', 10, 9), ...lettersAt('Rome', 10, 5)], isHyphenated: false };
    assert.deepEqual(texts(insertSegments(own, [both])), ['Name Ada', 'Town Rome', 'End']);
  });

  it('keeps all additions if the page itself is blank', () => {
    assert.deepEqual(texts(insertSegments([], [segment('b', 0, 1), segment('a', 0, 5)])), ['a', 'b']);
  });
});

const raised = (text: string, column: number): Segment => ({
  letters: lettersAt(text, column).map((each) => ({ ...each, bottom: 5, top: 12, baseline: 5 })),
  isHyphenated: false,
});

describe('joinedRows', () => {
  it('joins superscripts to the letters before them, and separates columns and lines', () => {
    assert.deepEqual(texts(joinedRows([segment('x', 0, 0), raised('2', 1), segment('y', 9, 0)])), [
      'x2',
      'y',
    ]);
    assert.deepEqual(texts(joinedRows([segment('a', 0, 1), segment('b', 1, 0)])), ['a', 'b']);
  });

  it('joins nothing to a word that continues on the next line', () => {
    const parted = { ...segment('fur', 0, 0), isHyphenated: true };
    assert.deepEqual(texts(joinedRows([parted, segment('ther', 3, 0)])), ['fur', 'ther']);
  });
});
