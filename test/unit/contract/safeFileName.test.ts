import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import {
  foldedName,
  maxNameBytes,
  numberedName,
  safeFileName,
  safeFolderName,
  splitName,
  visibleFolderName,
} from '../../../src/contract/safeFileName.ts';

const hostile: readonly (readonly [string, string | undefined])[] = [
  ['photo.webp', 'photo.webp'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['/absolute.png', 'absolute.png'],
  ['\\\\server\\share\\unc.png', 'unc.png'],
  ['C:\\drive.png', 'drive.png'],
  ['C:drive.png', 'C_drive.png'],
  ['photo.png:stream', 'photo.png_stream'],
  ['CON', '_CON'],
  ['con.png', '_con.png'],
  ['con.tar.gz', '_con.tar.gz'],
  ['NUL .txt', '_NUL .txt'],
  ['COM¹.txt', '_COM¹.txt'],
  ['console.png', 'console.png'],
  ['.hidden', 'hidden'],
  ['..', undefined],
  ['. . .', undefined],
  ['', undefined],
  ['folder/', undefined],
  ['trailing. . ', 'trailing'],
  ['a\u0000b\u001fc.png', 'abc.png'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['zero\u200bwidth\ufeff.png', 'zerowidth.png'],
  ['what?*<>|".png', 'what______.png'],
  ['cafe\u0301.png', 'caf\u00e9.png'],
  ['line\nfeed.png', 'linefeed.png'],
];

describe('safeFileName', () => {
  for (const [name, safe] of hostile) {
    it(`turns ${JSON.stringify(name)} into ${JSON.stringify(safe)}`, () => {
      assert.equal(safeFileName(name), safe);
    });
  }

  it('keeps the extension of a 300-byte name', () => {
    const safe = safeFileName(`${'é'.repeat(150)}.jpeg`) ?? '';
    assert.ok(Buffer.byteLength(safe) <= maxNameBytes);
    assert.match(safe, /é\.jpeg$/);
  });

  it('returns a plain name on every system for any input', () => {
    const nasty = fc.constantFrom(
      '/',
      '\\',
      '..',
      ':',
      '.',
      ' ',
      'CON',
      'nul',
      '\u202e',
      '\u0000',
      '\u{1F600}',
    );
    const anyName = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .array(fc.oneof(nasty, fc.string({ maxLength: 8 })), { maxLength: 40 })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anyName, (name) => {
        const safe = safeFileName(name);
        if (safe === undefined) return;
        assert.equal(win32.basename(safe), safe);
        assert.ok(Buffer.byteLength(safe) <= maxNameBytes);
        assert.doesNotMatch(safe, /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]|^[.\s]|[.\s]$/u);
        assert.doesNotMatch(safe.split('.')[0] ?? '', /^(?:con|prn|aux|nul|com\d|lpt\d)\s*$/i);
        assert.ok(safe.isWellFormed());
        assert.equal(safeFileName(safe), safe);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('safeFolderName', () => {
  it('lets a name be hidden except for Git’s folder, and otherwise makes it as safe as the name of a file', () => {
    for (const [name, safe] of [
      ['.env', '.env'],
      ['.gitignore', '.gitignore'],
      ['.git', '_.git'],
      ['.G\u200bit. ', '_.Git'],
      ['..', undefined],
      ['a/b\\c', 'a_b_c'],
      ['aux.d', '_aux.d'],
      ['trailing. ', 'trailing'],
      ['\u202e', undefined],
    ] as const) {
      assert.equal(safeFolderName(name), safe);
    }
  });

  it('keeps the extension of a name that is too long', () => {
    const safe = safeFolderName(`${'x'.repeat(300)}.txt`) ?? '';
    assert.equal(Buffer.byteLength(safe), maxNameBytes);
    assert.ok(safe.endsWith('x.txt'));
  });
});

describe('visibleFolderName', () => {
  it('never starts with a dot, and is otherwise as safe as the name of a file', () => {
    for (const [name, safe] of [
      ['.vscode', 'vscode'],
      ['.devcontainer', 'devcontainer'],
      ['...husky', 'husky'],
      [' . .git', 'git'],
      ['\u200b.vscode', 'vscode'],
      ['\u202e.\u2066.idea', 'idea'],
      ['\ufeff\u00ad.git', 'git'],
      ['.\u034f.git', 'git'],
      ['\u00a0.git', 'git'],
      ['.con', '_con'],
      ['.nul.d', '_nul.d'],
      ['aux', '_aux'],
      ['.a/b\\c', 'a_b_c'],
      ['/.git', '_.git'],
      ['.vscode. . ', 'vscode'],
      ['..', undefined],
      ['. .\u200b.', undefined],
      ['', undefined],
      ['photos.v1', 'photos.v1'],
      ['\uff0evscode', '\uff0evscode'],
    ] as const) {
      assert.equal(visibleFolderName(name), safe, JSON.stringify(name));
    }
  });
});

describe('splitName', () => {
  it('splits off the last extension, or both of a compressed tar', () => {
    assert.deepEqual(splitName('a.b.png'), { stem: 'a.b', extension: '.png' });
    assert.deepEqual(splitName('a.tar.gz'), { stem: 'a', extension: '.tar.gz' });
    assert.deepEqual(splitName('plain'), { stem: 'plain', extension: '' });
    assert.deepEqual(splitName('.env'), { stem: '.env', extension: '' });
  });
});

describe('foldedName', () => {
  it('is equal for names that some file system treats as one', () => {
    for (const [a, b] of [
      ['Photo.PNG', 'photo.png'],
      ['caf\u00e9', 'cafe\u0301'],
      ['\u212b', '\u00e5'],
      ['STRASSE', 'straße'],
    ] as const) {
      assert.equal(foldedName(a), foldedName(b));
    }
    assert.notEqual(foldedName('a.png'), foldedName('b.png'));
  });
});

describe('numberedName', () => {
  it('puts the number before the extension, in a name that still fits', () => {
    assert.equal(numberedName('photo.webp', 0), 'photo.webp');
    assert.equal(numberedName('photo.webp', 2), 'photo (2).webp');
    assert.equal(numberedName('a.tar.gz', 1), 'a (1).tar.gz');
    assert.equal(Buffer.byteLength(numberedName(`${'x'.repeat(250)}.webp`, 10)), 255);
  });
});
