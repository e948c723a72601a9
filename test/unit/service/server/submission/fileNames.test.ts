import assert from 'node:assert/strict';
import { safeName, safePath } from '../../../../../src/service/server/submission/fileNames.ts';

describe('safeName', () => {
  it('is the base name on every system', () => {
    assert.equal(safeName('a/b\\c.png'), 'c.png');
    assert.equal(safeName('tab\there'), 'tabhere');
    assert.equal(safeName(''), 'file');
    assert.throws(() => safeName('x'.repeat(256)), { code: 'request.malformed' });
  });
});

describe('safePath', () => {
  const cases: Readonly<Record<string, string>> = {
    'a/b/c.txt': 'a/b/c.txt',
    'a\\b.txt': 'a/b.txt',
    '../../etc/passwd': 'etc/passwd',
    '/etc/passwd': 'etc/passwd',
    'C:\\Windows\\a': 'Windows/a',
    'a/./b//../c': 'a/b/c',
    '.\u0000./x': 'x',
    'a/\u0001\u0002/b': 'a/b',
    'notes.../.hidden': 'notes.../.hidden',
    '..': 'file',
    '': 'file',
  };
  for (const [name, expected] of Object.entries(cases)) {
    it(`turns ${JSON.stringify(name)} into ${JSON.stringify(expected)}`, () => {
      assert.equal(safePath(name), expected);
    });
  }

  it('refuses names that aren’t text', () => {
    for (const safe of [safeName, safePath])
      assert.throws(() => safe('a\ud800.png'), { code: 'request.malformed', status: 400 });
  });

  it('refuses names that no system allows', () => {
    assert.throws(() => safePath('x'.repeat(256)), { code: 'request.malformed' });
    assert.throws(() => safePath('x/'.repeat(3000)), { code: 'request.malformed' });
  });
});
