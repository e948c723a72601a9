import assert from 'node:assert/strict';
import { entryNames } from '../../../../src/engines/archives/entryNames.ts';

describe('entryNames', () => {
  it('numbers paths that some system takes for the same', () => {
    assert.deepEqual(entryNames(['a.txt', 'A.txt', 'd/caf\u00e9', 'd/cafe\u0301', 'a.txt']), [
      'a.txt',
      'A (1).txt',
      'd/caf\u00e9',
      'd/cafe\u0301 (1)',
      'a (2).txt',
    ]);
  });

  it('numbers a file that has the path of a folder', () => {
    assert.deepEqual(entryNames(['X', 'x/y', 'x (1)']), ['X (1)', 'x/y', 'x (1) (1)']);
  });

  it('numbers 100,000 equal names, each only once', () => {
    const names = entryNames(Array.from({ length: 100_000 }, () => 'a.txt'));
    assert.equal(new Set(names).size, names.length);
    assert.equal(names.at(-1), 'a (99999).txt');
  });
});
