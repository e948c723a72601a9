import assert from 'node:assert/strict';
import { packageTable, releaseNotes } from '../../../tools/packaging/releaseNotes.ts';

const changelog = [
  '# Changelog',
  '## 1.2.0-beta\n\n- Early.',
  '## 1.2.0\n\n- New.\n\n### Security\n\n- Safe.',
  '## 1.1.0\n\n- Soon.',
  '## 1.0.0\n',
].join('\n\n');

describe('Release notes', () => {
  it('are the version’s section of the changelog', () => {
    assert.equal(releaseNotes('v1.2.0', '1.2.0', changelog), '- New.\n\n### Security\n\n- Safe.');
    assert.equal(releaseNotes('v1.2.0-beta', '1.2.0-beta', changelog), '- Early.');
  });

  it('are for the pre-release channel only if the minor version is odd', () => {
    assert.equal(releaseNotes('v1.1.0-pre', '1.1.0', changelog), '- Soon.');
    assert.throws(() => releaseNotes('v1.1.0', '1.1.0', changelog), /pre-releases have odd minor versions/);
    assert.throws(
      () => releaseNotes('v1.2.0-pre', '1.2.0', changelog),
      /pre-releases have odd minor versions/,
    );
  });

  it('are refused for another version’s tag', () => {
    assert.throws(
      () => releaseNotes('v1.0.0', '1.2.0', changelog),
      /v1\.0\.0 doesn’t match the version 1\.2\.0/,
    );
  });

  it('are refused if the changelog has no section', () => {
    assert.throws(() => releaseNotes('v1.0.0', '1.0.0', changelog), /has no entry for 1\.0\.0/);
    assert.throws(() => releaseNotes('v2.0.0', '2.0.0', changelog), /has no entry for 2\.0\.0/);
  });
});

describe('The package table', () => {
  it('has a line per platform with its size', () => {
    const packages = [
      { fileName: 'win32-x64.vsix', bytes: 21_649_999 },
      { fileName: 'linux-x64.vsix', bytes: 950_000 },
    ];
    assert.equal(
      packageTable(packages),
      [
        '## Packages',
        '',
        '| Package | Size |',
        '| --- | ---: |',
        '| `linux-x64.vsix` | 0.9 MB |',
        '| `win32-x64.vsix` | 21.6 MB |',
      ].join('\n'),
    );
  });

  it('is refused without packages', () => {
    assert.throws(() => packageTable([]), /No package found/);
  });
});
