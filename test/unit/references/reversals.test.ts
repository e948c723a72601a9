import assert from 'node:assert/strict';
import { reversalsOf } from '../../../src/references/reversals.ts';
import type { Edit } from '../../../src/references/references.ts';

const before = 'a a.png b a.png c';
const edits: Edit[] = [
  { start: 2, end: 7, text: 'a.webp', from: '/a.png', isSure: true },
  { start: 10, end: 15, text: 'a.webp', from: '/a.png', isSure: true },
];

describe('reversalsOf', () => {
  it('reverts every edit at its current position', () => {
    assert.deepEqual(reversalsOf(before, edits, 'a a.webp b a.webp c'), [
      { start: 2, end: 8, text: 'a.png' },
      { start: 11, end: 17, text: 'a.png' },
    ]);
  });

  it('leaves out edits that the user excluded', () => {
    assert.deepEqual(reversalsOf(before, edits, 'a a.png b a.webp c'), [
      { start: 10, end: 16, text: 'a.png' },
    ]);
    assert.deepEqual(reversalsOf(before, edits, before), []);
  });

  it('returns nothing for a text with other changes', () => {
    assert.equal(reversalsOf(before, edits, 'a a.webp B a.webp c'), undefined);
    assert.equal(reversalsOf(before, edits, 'a a.webp b a.webp c '), undefined);
  });
});
