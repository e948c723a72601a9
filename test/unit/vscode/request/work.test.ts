import assert from 'node:assert/strict';
import { onCollisionChoices } from '../../../../src/jobs/core/job.ts';
import { presetsOf } from '../../../../src/vscode/request/presets.ts';
import { placedBy } from '../../../../src/planning/work.ts';
import { workForCode, workOf } from '../../../../src/vscode/request/work.ts';

const presets = presetsOf({ Elsewhere: { tool: 'compress', folder: 'small' } }, undefined);
const dangerous = { onCollision: 'overwrite', replaceSource: true } as const;

describe('workForCode', () => {
  it('replaces no file, whatever the settings are', () => {
    for (const onCollision of onCollisionChoices) {
      for (const work of [
        workForCode('convert', { target: 'webp' }, presets),
        workForCode('compress', {}, presets),
        workForCode('compress', { preset: 'Elsewhere', replace: false }, presets),
      ])
        assert.deepEqual(placedBy({ onCollision, replaceSource: true }, work), {
          onCollision: 'rename',
          replaceSource: false,
        });
    }
  });

  it('replaces only sources, on request', () => {
    const work = workForCode('compress', { replace: true }, presets);
    assert.deepEqual(placedBy(dangerous, work), { onCollision: 'rename', replaceSource: true });
    for (const elsewhere of [{ folder: 'small' }, { name: '${name}-small' }, { preset: 'Elsewhere' }]) {
      const call = (): unknown => workForCode('compress', { ...elsewhere, replace: true }, presets);
      assert.throws(call, { code: 'arguments.invalid' });
    }
  });

  it('leaves the settings to commands', () => {
    assert.deepEqual(placedBy(dangerous, workOf('compress', {}, presets, 'target')), dangerous);
  });
});
