import assert from 'node:assert/strict';
import { presetsOf } from '../../../../src/vscode/request/presets.ts';
import { isOutOfBounds, rulesFor, rulesOf } from '../../../../src/vscode/rules/ruleList.ts';

const presets = presetsOf(
  { Web: { target: 'webp' }, Small: { tool: 'compress' }, Smaller: { tool: 'compress' }, Bad: {} },
  undefined,
);
const names = (setting: unknown, path: string, event: 'add' | 'save' = 'add'): string[] =>
  rulesFor(rulesOf(setting, presets), path, event).map(({ preset }) => preset.name);

describe('rulesOf', () => {
  it('takes each entry for itself, and says why one can’t be followed', () => {
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

  it('takes what is no list for no rule', () => {
    assert.deepEqual(rulesOf({ files: '*' }, presets), { usable: [], broken: [] });
  });
});

describe('rulesFor', () => {
  it('go by the glob, from the workspace’s folder, and by what happened', () => {
    const setting = [
      { files: 'assets/**/*.png', preset: 'Web', on: ['add'] },
      { files: '**/*.jpg', preset: 'Web' },
    ];
    assert.deepEqual(names(setting, 'assets/deep/a.png'), ['Web']);
    assert.deepEqual(names(setting, 'assets/deep/a.png', 'save'), []);
    assert.deepEqual(names(setting, 'a.png'), []);
    assert.deepEqual(names(setting, 'a.jpg', 'save'), ['Web']);
  });

  it('are each preset once, and one that compresses at most', () => {
    const setting = ['Web', 'Small', 'Smaller', 'Web'].map((preset) => ({ files: '*.png', preset }));
    assert.deepEqual(names(setting, 'a.png'), ['Web', 'Small']);
  });
});

describe('isOutOfBounds', () => {
  for (const path of ['.git/a.png', 'a/.hidden/b.png', '.fun-1.part', 'node_modules/x/y.png']) {
    it(`holds of ${path}`, () => assert.equal(isOutOfBounds(path), true));
  }

  it('does not hold of what people keep', () => assert.equal(isOutOfBounds('a/b.c/d.png'), false));
});
