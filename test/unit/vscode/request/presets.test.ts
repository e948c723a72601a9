import assert from 'node:assert/strict';
import { planWork } from '../../../../src/planning/workPlan.ts';
import { presetNameProblem, presetEntry, presetsOf } from '../../../../src/vscode/request/presets.ts';
import { problemText } from '../../../../src/vscode/text/problems.ts';
import { both, file, select } from '../../../support/formats/selections.ts';

describe('presetsOf', () => {
  it('reads what a preset does', () => {
    const user = {
      'For the web': { target: '.JPEG', options: { quality: 70 }, folder: 'web', name: '${name}-web' },
      Small: { tool: 'compress' },
    };
    const { usable, broken } = presetsOf(user, undefined);
    assert.deepEqual(broken, []);
    assert.deepEqual(usable, [
      {
        name: 'For the web',
        work: {
          tool: 'convert',
          targetFormat: 'jpg',
          preset: 'For the web',
          options: { quality: 70 },
          output: { folder: 'web', name: '${name}-web', ofWorkspace: false },
        },
        ofWorkspace: false,
      },
      {
        name: 'Small',
        work: { tool: 'compress', targetFormat: undefined, preset: 'Small' },
        ofWorkspace: false,
      },
    ]);
  });

  it('skips invalid presets, each with its reason', () => {
    const { usable, broken } = presetsOf(
      {
        good: { target: 'webp' },
        none: 7,
        aimless: { options: {} },
        odd: { target: 'a format of mine' },
        tool: { tool: 'shrink' },
        typo: { target: 'webp', optoins: {} },
        kept: { tool: 'compress', target: 'webp' },
        open: { target: 'zip', options: { newPassword: 'hush' } },
        long: { target: 'webp', folder: 'x'.repeat(501) },
        '': null,
      },
      undefined,
    );
    assert.deepEqual(
      usable.map(({ name }) => name),
      ['good'],
    );
    assert.deepEqual(
      broken.map(({ name, reason }) => `${name}: ${reason}`),
      [
        'none: it isn’t an object',
        'aimless: it has no target format',
        'odd: it has no target format',
        'tool: its “tool” has an invalid value',
        'typo: “optoins” is unknown',
        'kept: compression keeps the format, so it can’t have a target',
        'open: secrets such as “newPassword” don’t belong in settings',
        'long: its “folder” has an invalid value',
        ': it isn’t an object',
      ],
    );
  });

  it('accepts a setting of any type', () => {
    for (const setting of [undefined, null, 'presets', 5, [], [{ target: 'webp' }]]) {
      assert.deepEqual(presetsOf(setting, undefined).usable, []);
    }
  });

  it('isn’t confused by names of inherited properties', () => {
    const user: unknown = JSON.parse(
      '{"__proto__":{"target":"png"},"constructor":{"target":"webp","options":{"__proto__":1}},"toString":[]}',
    );
    const { usable, broken } = presetsOf(user, undefined);
    assert.deepEqual(
      usable.map(({ name, work }) => [name, work.targetFormat]),
      [
        ['__proto__', 'png'],
        ['constructor', 'webp'],
      ],
    );
    assert.deepEqual(
      broken.map(({ name }) => name),
      ['toString'],
    );
    assert.equal(Object.getPrototypeOf(usable[1]?.work.options), Object.prototype);
  });

  it('prefers the workspace’s preset to the user’s of the same name, and knows its origin', () => {
    const { usable } = presetsOf({ Web: { target: 'jpg' } }, { Web: { target: 'webp', folder: '../out' } });
    assert.deepEqual(
      usable.map(({ work, ofWorkspace }) => [work.targetFormat, work.output?.ofWorkspace, ofWorkspace]),
      [['webp', true, true]],
    );
  });
});

describe('presetEntry', () => {
  it('is read back as the same preset, without secrets', () => {
    const plain = { tool: 'convert', targetFormat: 'zip' } as const;
    const entry = presetEntry({
      ...plain,
      options: { level: 9, newPassword: 'hush' },
      output: { folder: 'out', name: '${name}' },
    });
    assert.deepEqual(entry, {
      tool: 'convert',
      target: 'zip',
      options: { level: 9 },
      folder: 'out',
      name: '${name}',
    });
    assert.deepEqual(presetsOf({ Archive: entry }, undefined).usable[0]?.work, {
      ...plain,
      preset: 'Archive',
      options: { level: 9 },
      output: { folder: 'out', name: '${name}', ofWorkspace: false },
    });
    assert.deepEqual(presetEntry({ tool: 'compress', targetFormat: undefined }), { tool: 'compress' });
  });
});

describe('A preset with a format that is no longer offered', () => {
  it('is refused for each file with a sentence that says so', () => {
    const [preset] = presetsOf({ Old: { target: 'pict' } }, undefined).usable;
    assert.ok(preset);
    const { planned, refused } = planWork(select(both, file('a.png')), preset.work);
    assert.deepEqual(planned, []);
    const texts = refused.map(({ problem }) => [problemText(problem), problem.detail]);
    const sentence = 'This file can’t be converted that way. Select another format.';
    assert.deepEqual(texts, [[sentence, '“png” can’t be converted to “pict”.']]);
  });
});

describe('presetNameProblem', () => {
  it('accepts a unique name that can be stored', () => {
    assert.equal(presetNameProblem('For the web'), undefined);
    assert.equal(presetNameProblem('  '), 'Enter a name.');
    assert.equal(presetNameProblem(' __proto__'), 'Choose another name.');
    assert.equal(presetNameProblem('x'.repeat(61)), 'Enter at most 60 characters.');
  });
});
