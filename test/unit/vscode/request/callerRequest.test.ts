import assert from 'node:assert/strict';
import type { DocumentedToolId } from '../../../../src/contract/tools.ts';
import { onCollisionChoices } from '../../../../src/jobs/core/job.ts';
import { placementOf } from '../../../../src/planning/work.ts';
import { presetsOf } from '../../../../src/vscode/request/presets.ts';
import { workFromArguments, workForCode, workOf } from '../../../../src/vscode/request/callerRequest.ts';

const presets = presetsOf(
  {
    Web: { target: 'webp', options: { quality: 70, width: 800 }, folder: 'web', name: '${name}-web' },
    Small: { tool: 'compress', options: { lossless: true } },
    Elsewhere: { tool: 'compress', folder: 'small' },
    Broken: { target: 5 },
  },
  { Shared: { target: 'png', folder: 'shared' } },
);
const work = (tool: DocumentedToolId, given: unknown) => workFromArguments(tool, given, presets);
const dangerous = { onCollision: 'overwrite', replaceSource: true } as const;

describe('workForCode', () => {
  it('replaces no file, whatever the settings are', () => {
    for (const onCollision of onCollisionChoices) {
      for (const work of [
        workForCode('convert', { target: 'webp' }, presets),
        workForCode('compress', {}, presets),
        workForCode('compress', { preset: 'Elsewhere', replace: false }, presets),
      ])
        assert.deepEqual(placementOf({ onCollision, replaceSource: true }, work), {
          onCollision: 'rename',
          replaceSource: false,
        });
    }
  });

  it('replaces only sources, on request', () => {
    const work = workForCode('compress', { replace: true }, presets);
    assert.deepEqual(placementOf(dangerous, work), { onCollision: 'rename', replaceSource: true });
    for (const elsewhere of [{ folder: 'small' }, { name: '${name}-small' }, { preset: 'Elsewhere' }]) {
      const call = (): unknown => workForCode('compress', { ...elsewhere, replace: true }, presets);
      assert.throws(call, { code: 'arguments.invalid' });
    }
  });

  it('leaves the settings to commands', () => {
    assert.deepEqual(placementOf(dangerous, workOf('compress', {}, presets, 'target')), dangerous);
  });
});

describe('workFromArguments', () => {
  it('is a target with options, a folder, and a name', () => {
    assert.deepEqual(work('convert', { targetFormat: 'JPEG' }), {
      tool: 'convert',
      targetFormat: 'jpg',
    });
    const options = { quality: 60 };
    assert.deepEqual(
      work('convert', { targetFormat: 'webp', options, outputFolder: 'out', outputName: '${name}' }),
      {
        tool: 'convert',
        targetFormat: 'webp',
        options,
        output: { folder: 'out', name: '${name}', ofWorkspace: false },
      },
    );
    assert.deepEqual(work('compress', { outputName: 'x' }), {
      tool: 'compress',
      targetFormat: undefined,
      output: { name: 'x' },
    });
  });

  it('is one combined file, in an order', () => {
    const combined = { tool: 'combine', targetFormat: 'pdf', order: 'picked' } as const;
    assert.deepEqual(work('convert', { targetFormat: 'pdf', combine: true }), combined);
    assert.deepEqual(work('convert', { targetFormat: 'pdf', combine: true, order: 'name' }), {
      ...combined,
      order: 'name',
    });
    assert.throws(() => work('convert', { targetFormat: 'pdf', order: 'name' }), {
      code: 'arguments.invalid',
    });
    assert.throws(() => work('convert', { preset: 'Web', combine: true }), { code: 'arguments.invalid' });
  });

  it('is a preset with overrides', () => {
    const overridden = work('convert', {
      preset: 'Web',
      options: { quality: 90 },
      outputFolder: '/out',
    });
    assert.deepEqual(overridden, {
      tool: 'convert',
      targetFormat: 'webp',
      preset: 'Web',
      options: { quality: 90, width: 800 },
      output: { folder: '/out', name: '${name}-web', ofWorkspace: false },
    });
    assert.deepEqual(work('compress', { preset: 'Small' }), {
      tool: 'compress',
      targetFormat: undefined,
      preset: 'Small',
      options: { lossless: true },
    });
  });

  it('keeps the folder of a workspace’s preset inside the workspace', () => {
    assert.equal(work('convert', { preset: 'Shared', outputName: 'x' }).output?.ofWorkspace, true);
    assert.equal(work('convert', { preset: 'Shared', outputFolder: '/x' }).output?.ofWorkspace, false);
  });

  it('is rejected with one explanatory error', () => {
    const wrongs: [tool: DocumentedToolId, given: unknown, detail: RegExp][] = [
      ['convert', 'webp', /^Expected an object\.$/],
      ['convert', {}, /^Specify “targetFormat” or “preset”\.$/],
      ['convert', { targetFormat: '' }, /^Specify “targetFormat” or “preset”/],
      ['convert', { targetFormat: 5 }, /^“targetFormat” has an invalid value\.$/],
      ['convert', { targetformat: 'webp' }, /^“targetformat” isn’t supported\. Supported: “preset”, /],
      ['convert', { targetFormat: 'webp', options: 5 }, /^“options” has an invalid value/],
      ['convert', { targetFormat: 'webp', preset: 'Web' }, /not both/],
      ['convert', { preset: 'Nobody' }, /^The preset “Nobody” doesn’t exist\.$/],
      ['convert', { preset: '__proto__' }, /^The preset “__proto__” doesn’t exist/],
      ['convert', { preset: 'Broken' }, /^The preset “Broken” can’t be used: its “target” has/],
      ['convert', { preset: 'Small' }, /^The preset “Small” is for the command compress\.$/],
      ['compress', { targetFormat: 'webp' }, /^“targetFormat” isn’t supported\./],
      ['compress', { outputFolder: 'x'.repeat(501) }, /^“outputFolder” has an invalid value/],
    ];
    for (const [tool, given, detail] of wrongs) {
      assert.throws(() => work(tool, given), { code: 'arguments.invalid', detail });
    }
  });
});
