import assert from 'node:assert/strict';
import type { Job, JobState } from '../../../../src/jobs/core/job.ts';
import { commands } from '../../../../src/manifest.ts';
import { inOrder, jobRow } from '../../../../src/vscode/model/jobRow.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const path = '/files/photo.png';
const remote = { jobId: '1', incarnation: undefined };
const problem = { code: 'api_key.missing', detail: '' } as const;
const done = {
  name: 'done',
  endedAt: 0,
  outcome: 'saved',
  output: 'file:///files/photo.webp',
  outputBytes: 512,
} as const;
const rowOf = (state: JobState) => jobRow(jobWith({ state, targetFormat: 'webp', sourceBytes: 1024 }), path);
const jobAt = (id: string, state: JobState, createdAt: number): Job => jobWith({ id, state, createdAt });

describe('jobRow', () => {
  it('shows file, target and state at a glance, and the rest in the tooltip', () => {
    const row = rowOf(done);
    assert.equal(row.label, 'photo.png');
    assert.equal(row.description, '→ webp · 512 B');
    assert.equal(row.tooltip, [path, 'Network · 512 B', 'Source: 1 KB', 'Result: 512 B'].join('\n'));
    assert.deepEqual(row.onClick?.arguments, ['job']);
    assert.equal(row.onClick?.command, commands.openOutput);
  });

  it('tells why a job is where it is', () => {
    const row = rowOf({ name: 'needsKey', problem, remote: undefined });
    assert.match(row.tooltip, /\nThe network needs an API key\./);
    assert.match(row.spoken, /^photo\.png, → webp, Needs an API key, The network needs/);
    assert.deepEqual(row.icon, { id: 'key', color: 'list.warningForeground' });
    assert.equal(row.onClick, undefined);
  });

  it('offers what can be done with a job in its state', () => {
    const ended = { endedAt: 0, problem, remote: undefined };
    const states: readonly (readonly [JobState, string])[] = [
      [{ name: 'queued', remote }, 'cancel'],
      [{ name: 'offline', problem, remote }, 'retry cancel'],
      [{ name: 'needsName', output: undefined, fileName: 'a.webp' }, 'chooseName cancel'],
      [{ name: 'unconfirmed', sentAt: 0, sizeBytes: 0, sha256: undefined, problem }, 'submitAgain remove'],
      [done, 'open reveal remove'],
      [{ ...done, outcome: 'skipped', output: undefined }, 'remove'],
      [{ name: 'failed', ...ended, keptOutput: undefined }, 'retry remove'],
      [{ name: 'failed', ...ended, keptOutput: 'file:///kept' }, 'saveKept remove'],
      [{ name: 'expired', endedAt: 0 }, 'retry remove'],
    ];
    for (const [state, actions] of states) assert.equal(rowOf(state).contextValue, actions, state.name);
  });
});

describe('inOrder', () => {
  it('puts active jobs first, then parked, then ended ones, the latest first', () => {
    const jobs = [
      jobAt('ended', done, 9),
      jobAt('parked', { name: 'offline', problem, remote }, 8),
      jobAt('older', { name: 'queued', remote }, 1),
      jobAt('newer', { name: 'queued', remote }, 2),
    ];
    assert.deepEqual(
      inOrder(jobs).map(({ id }) => id),
      ['newer', 'older', 'parked', 'ended'],
    );
  });
});
