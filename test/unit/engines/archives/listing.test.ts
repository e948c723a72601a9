import assert from 'node:assert/strict';
import { entryPath } from '../../../../src/engines/archives/entryPath.ts';
import { parseListing } from '../../../../src/engines/archives/listing.ts';

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
