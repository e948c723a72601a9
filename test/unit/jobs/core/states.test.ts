import assert from 'node:assert/strict';
import type { Job, JobState } from '../../../../src/jobs/core/job.ts';
import { IllegalTransitionError, transition } from '../../../../src/jobs/core/states.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const remote = { jobId: '7', epoch: undefined };
const waiting: JobState = { name: 'waiting', notBefore: undefined, problem: undefined };
const uploading: JobState = {
  name: 'uploading',
  sentBytes: 0,
  startedAt: 0,
  charges: true,
  sha256: undefined,
};
const done: JobState = {
  name: 'done',
  endedAt: 0,
  outcome: 'saved',
  output: undefined,
  outputBytes: undefined,
};

const job = (state: JobState): Job => jobWith({ state });

describe('transition', () => {
  it('changes a job’s state and keeps everything else', () => {
    const before = job(waiting);
    assert.deepEqual(transition(before, uploading, { sourceBytes: 5 }), {
      ...before,
      sourceBytes: 5,
      state: uploading,
    });
  });

  it('refuses steps that would pay twice, pay for nothing, or lose a result silently', () => {
    for (const [from, to] of [
      [done, waiting],
      [waiting, { name: 'queued', remote }],
      [{ name: 'queued', remote }, uploading],
      [{ name: 'queued', remote }, done],
      [uploading, done],
      [
        {
          name: 'unconfirmed',
          sentAt: 0,
          sizeBytes: 0,
          sha256: undefined,
          problem: { code: 'unexpected', detail: '' },
        },
        { name: 'queued', remote },
      ],
    ] as const satisfies readonly (readonly [JobState, JobState])[]) {
      assert.throws(() => transition(job(from), to), IllegalTransitionError, `${from.name} to ${to.name}`);
    }
  });
});
