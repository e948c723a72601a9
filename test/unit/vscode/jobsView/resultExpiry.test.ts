import assert from 'node:assert/strict';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { hourMs, minuteMs } from '../../../../src/util/clock.ts';
import { resultExpiry } from '../../../../src/vscode/jobsView/resultExpiry.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const remote = { jobId: '1', epoch: undefined };
const at = 1_000_000;
const charge = { remote, credits: 1, at };
const problem = { code: 'output.not_placed', detail: '' } as const;
const output = 'file:///a.webp';
const done = { name: 'done', endedAt: at, outcome: 'saved', output, outputBytes: 1 } as const;
const failed = { name: 'failed', endedAt: at, problem, keptOutput: undefined, remote } as const;
const untilOf = (changes: Partial<Job>, now = at): number | undefined => resultExpiry(jobWith(changes), now);

describe('keptUntil', () => {
  it('is an hour after the job was accepted', () => {
    assert.equal(untilOf({ state: done, charge }, at + 59 * minuteMs), at + hourMs);
    assert.equal(untilOf({ state: { ...failed, keptOutput: 'file:///kept' }, charge }), at + hourMs);
  });

  it('is empty when that has passed, or without a known result at the network', () => {
    assert.equal(untilOf({ state: done, charge }, at + hourMs), undefined);
    assert.equal(untilOf({ state: done }), undefined);
    assert.equal(untilOf({ state: failed, charge }), undefined);
    assert.equal(untilOf({ state: { ...done, outcome: 'skipped' }, charge }), undefined);
    assert.equal(untilOf({ charge }), undefined);
  });
});
