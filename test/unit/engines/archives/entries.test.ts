import assert from 'node:assert/strict';
import {
  entryNames,
  entryPath,
  parseListing,
  withoutRepositories,
} from '../../../../src/engines/archives/entries.ts';

const block = (...lines: string[]): string => `${lines.join('\n')}\n\n`;

const kinds = (...blocks: string[]) => parseListing(blocks.join('')).map(({ kind }) => kind);

describe('parseListing', () => {
  it('recognizes kinds of tar entries by their modes', () => {
    assert.deepEqual(
      kinds(
        block('Path = a', 'Folder = -', 'Mode = -rwxr-xr-x', 'Symbolic Link = ', 'Hard Link = '),
        block('Path = b', 'Folder = +', 'Mode = drwxr-xr-t', 'Symbolic Link = ', 'Hard Link = '),
        block('Path = c', 'Mode = lrwxrwxrwx', 'Symbolic Link = a', 'Hard Link = '),
        block('Path = d', 'Mode = -rw-r--r--', 'Symbolic Link = ', 'Hard Link = a'),
        block('Path = e', 'Mode = crw-r--r--'),
        block('Path = f', 'Mode = prw-r--r--'),
      ),
      ['file', 'folder', 'special', 'hardLink', 'special', 'special'],
    );
  });

  it('recognizes kinds of other entries by their attributes', () => {
    assert.deepEqual(
      kinds(
        block('Path = a', 'Attributes = A'),
        block('Path = b', 'Attributes = D drwxr-xr-x'),
        block('Path = c', 'Attributes = A lrwxrwxrwx'),
        block('Path = d', 'Attributes = AL'),
        block('Path = e', 'Folder = +', 'Attributes = '),
        block('Path = f', 'Mode = ', 'Attributes =  -rw-rw-r--'),
      ),
      ['file', 'folder', 'special', 'special', 'folder', 'file'],
    );
  });

  it('keeps paths, and detects encrypted entries', () => {
    const [entry] = parseListing(block('Path =  a = b ', 'Attributes = A', 'Encrypted = +'));
    assert.deepEqual(entry, { path: ' a = b ', kind: 'file', target: '', encrypted: true, hasMode: false });
  });
});

describe('entryPath', () => {
  it('reduces a path to one below the folder', () => {
    assert.equal(entryPath('./a//b/./c'), 'a/b/c');
    assert.equal(entryPath('/etc/passwd'), 'etc/passwd');
    assert.equal(entryPath('a..b/...'), 'a..b/...');
    assert.equal(entryPath('.'), '');
  });

  for (const path of ['..', '../a', 'a/../../b', '..\\a', 'a\\..\\b', 'C:\\a', 'c:a']) {
    it(`refuses ${path}`, () => {
      assert.throws(() => entryPath(path), { code: 'conversion.invalid_input' });
    });
  }
});

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
