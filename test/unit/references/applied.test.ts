import assert from 'node:assert/strict';
import { reversalsOf } from '../../../src/references/applied.ts';
import type { Edit } from '../../../src/references/references.ts';

const before = 'a a.png b a.png c';
const edits: Edit[] = [
  { start: 2, end: 7, text: 'a.webp', from: '/a.png', isSure: true },
  { start: 10, end: 15, text: 'a.webp', from: '/a.png', isSure: true },
];

describe('reversalsOf', () => {
  it('takes back every edit that was made, at the place where it is now', () => {
    assert.deepEqual(reversalsOf(before, edits, 'a a.webp b a.webp c'), [
      { start: 2, end: 8, text: 'a.png' },
      { start: 11, end: 17, text: 'a.png' },
    ]);
  });

  it('leaves out what a person left out', () => {
    assert.deepEqual(reversalsOf(before, edits, 'a a.png b a.webp c'), [
      { start: 10, end: 16, text: 'a.png' },
    ]);
    assert.deepEqual(reversalsOf(before, edits, before), []);
  });

  it('knows nothing of a text that was changed otherwise, too', () => {
    assert.equal(reversalsOf(before, edits, 'a a.webp B a.webp c'), undefined);
    assert.equal(reversalsOf(before, edits, 'a a.webp b a.webp c '), undefined);
  });
});
