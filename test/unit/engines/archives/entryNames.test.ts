import assert from 'node:assert/strict';
import { entryNames, withoutRepositories } from '../../../../src/engines/archives/entryNames.ts';

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

describe('withoutRepositories', () => {
  it('renames the HEAD of each folder that is a repository on some system, in any order', () => {
    for (const folder of ['', 'a/', 'a/b/c.git/']) {
      const paths = ['HEAD', 'Objects/', 'objects/pack/', 'REFS/', 'config', 'sub/HEAD'];
      for (const order of [paths, paths.toReversed()]) {
        assert.deepEqual(
          withoutRepositories(order.map((path) => folder + path)),
          order.map((path) => folder + path.replace(/^HEAD/, '_HEAD')),
        );
      }
    }
    assert.deepEqual(withoutRepositories(['x/head', 'X/objects', 'x/refs']), [
      'x/_head',
      'X/objects',
      'x/refs',
    ]);
    assert.deepEqual(withoutRepositories(['a/commondir', 'a/HEAD']), ['a/commondir', 'a/_HEAD']);
  });

  it('keeps a HEAD in other folders, and a folder of that name', () => {
    for (const paths of [
      ['HEAD', 'objects/', 'a/refs/'],
      ['refs/heads/HEAD', 'refs/', 'objects/'],
      ['HEAD/', 'HEAD/a', 'objects/', 'refs/'],
    ]) {
      assert.deepEqual(withoutRepositories(paths), paths);
    }
  });
});
