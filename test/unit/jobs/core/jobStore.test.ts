import assert from 'node:assert/strict';
import { expiredJobs } from '../../../../src/jobs/core/jobStore.ts';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const failed = (id: string, endedAt: number, keptOutput?: string): Job =>
  jobWith({
    id,
    state: {
      name: 'failed',
      endedAt,
      problem: { code: 'unexpected', detail: '' },
      keptOutput,
      remote: undefined,
    },
  });

const ids = (jobs: readonly Job[]): string[] => jobs.map(({ id }) => id);

describe('expiredJobs', () => {
  const limits = { maxEnded: 2, maxAgeMs: 1000 };

  it('is true for jobs that ended long ago or before many others', () => {
    const jobs = [failed('old', 0), failed('a', 4001), failed('b', 4002), failed('c', 4003)];
    assert.deepEqual(ids(expiredJobs(jobs, 5000, limits)), ['a', 'old']);
    assert.deepEqual(ids(expiredJobs(jobs.slice(0, 2), 5000, limits)), ['old']);
  });

  it('is never true for a job that is active or has a kept output', () => {
    const jobs = [failed('kept', 0, 'file:///kept'), jobWith({ id: 'waiting' })];
    assert.deepEqual(expiredJobs(jobs, 1_000_000, limits), []);
  });
});
