import assert from 'node:assert/strict';
import { presetsOf } from '../../../../src/vscode/request/presets.ts';
import { isExcludedFromRules, ruleLines, rulesFor, rulesOf } from '../../../../src/vscode/rules/ruleList.ts';

const presets = presetsOf(
  { Web: { target: 'webp' }, Small: { tool: 'compress' }, Smaller: { tool: 'compress' }, Bad: {} },
  undefined,
);
const names = (setting: unknown, path: string, event: 'add' | 'save' = 'add'): string[] =>
  rulesFor(rulesOf(setting, presets), path, event).map(({ preset }) => preset.name);

describe('rulesOf', () => {
  it('reads each entry separately, with the reason for invalid ones', () => {
    const { usable, broken } = rulesOf(
      [
        { files: '**/*.png', preset: 'Web' },
        { files: '{', preset: 'Web', when: 'now' },
        { files: '*.[', preset: 'Web' },
        { files: '*.jpg', preset: 'Bad' },
        'nothing',
      ],
      presets,
    );
    assert.deepEqual(
      usable.map(({ files }) => files),
      ['**/*.png'],
    );
    assert.deepEqual(
      broken.map(({ name, reason }) => `${name}: ${reason}`),
      [
        'Entry 2: it needs “files” and “preset”, and optionally “on”',
        '*.[: the glob pattern is invalid',
        '*.jpg: there’s no valid preset “Bad”',
        'Entry 5: it needs “files” and “preset”, and optionally “on”',
      ],
    );
  });

  it('treats anything but a list as no rules', () => {
    assert.deepEqual(rulesOf({ files: '*' }, presets), { usable: [], broken: [] });
  });
});

describe('ruleLines', () => {
  it('shows the whole glob that the user agrees to, however long it is', () => {
    const files = `{${'a'.repeat(900)},**}/*.png`;
    assert.ok(ruleLines(rulesOf([{ files, preset: 'Web' }], presets)).startsWith(`${files} →`));
  });
});

describe('rulesFor', () => {
  it('match the glob from the workspace’s folder, and the event', () => {
    const setting = [
      { files: 'assets/**/*.png', preset: 'Web', on: ['add'] },
      { files: '**/*.jpg', preset: 'Web' },
    ];
    assert.deepEqual(names(setting, 'assets/deep/a.png'), ['Web']);
    assert.deepEqual(names(setting, 'assets/deep/a.png', 'save'), []);
    assert.deepEqual(names(setting, 'a.png'), []);
    assert.deepEqual(names(setting, 'a.jpg', 'save'), ['Web']);
  });

  it('contain each preset once, and at most one that compresses', () => {
    const setting = ['Web', 'Small', 'Smaller', 'Web'].map((preset) => ({ files: '*.png', preset }));
    assert.deepEqual(names(setting, 'a.png'), ['Web', 'Small']);
  });
});

describe('isExcludedFromRules', () => {
  for (const path of ['.git/a.png', 'a/.hidden/b.png', '.fun-1.part', 'node_modules/x/y.png']) {
    it(`is true for ${path}`, () => assert.equal(isExcludedFromRules(path), true));
  }

  it('is false for what users keep', () => assert.equal(isExcludedFromRules('a/b.c/d.png'), false));
});
