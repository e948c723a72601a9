import assert from 'node:assert/strict';
import { milestonesOf } from '../../../../src/vscode/help/milestones.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { outputTemplates } from '../../../support/jobs/outputTemplates.ts';

const done = { name: 'done', endedAt: 0, outcome: 'saved', output: undefined, outputBytes: 1 } as const;

describe('milestonesOf', () => {
  it('distinguishes conversions from compressions', () => {
    assert.deepEqual(milestonesOf(jobWith({ tool: 'convert', state: done })), ['converted']);
    assert.deepEqual(milestonesOf(jobWith({ tool: 'combine', state: done })), ['converted']);
    assert.deepEqual(milestonesOf(jobWith({ tool: 'compress', state: done })), ['compressed']);
  });

  it('counts what is done, not what was started or failed', () => {
    const problem = { code: 'conversion.failed', detail: '' } as const;
    const failed = { name: 'failed', endedAt: 0, problem, keptOutput: undefined, remote: undefined } as const;
    assert.deepEqual(milestonesOf(jobWith({ state: failed, options: { quality: 1 } })), []);
    assert.deepEqual(
      milestonesOf(jobWith({ state: { name: 'queued', remote: { jobId: '1', epoch: undefined } } })),
      [],
    );
  });

  it('includes changed options, and presets', () => {
    const withOptions = ['converted', 'usedOptions'];
    assert.deepEqual(milestonesOf(jobWith({ state: done, options: { quality: 80 } })), withOptions);
    assert.deepEqual(milestonesOf(jobWith({ state: done, options: {} })), ['converted']);
    const { placement } = jobWith({});
    const output = outputTemplates({ preset: 'For the web' });
    assert.deepEqual(
      milestonesOf(jobWith({ state: done, placement: { ...placement, output } })),
      withOptions,
    );
  });
});
