import assert from 'node:assert/strict';
import { fault } from '../../../../../src/contract/fault.ts';
import {
  type JobStatus,
  jobStatuses,
  parseJobRecord,
  parseSubmission,
} from '../../../../../src/contract/jobRecord.ts';
import {
  type ServerJob,
  type ServerJobState,
  transition,
} from '../../../../../src/service/server/jobs/job.ts';
import { jobBody } from '../../../../../src/service/server/jobRoutes.ts';
import { JobTable } from '../../../../../src/service/server/jobs/serverJobs.ts';

const states: Readonly<Record<JobStatus, ServerJobState>> = {
  Queued: { status: 'Queued' },
  Processing: { status: 'Processing', progress: undefined },
  Succeeded: { status: 'Succeeded', endedAt: 1, outputBytes: 25, outputFileName: 'a.png', retained: true },
  Failed: { status: 'Failed', endedAt: 1, fault: fault('conversion.time') },
  Canceled: { status: 'Canceled', endedAt: 1 },
};

function job(status: JobStatus, over: Partial<ServerJob> = {}): ServerJob {
  const files = { folder: '', inputPath: '', outputPath: '', inputBytes: 100, fileName: 'a.png' };
  const work = { tool: 'compress', engine: 'image', from: 'png', to: 'png', options: {} } as const;
  return { id: 'id', ...work, ...files, charge: { credits: 1, window: '' }, state: states[status], ...over };
}

describe('transition', () => {
  it('allows only the steps between states', () => {
    const allowed = jobStatuses.flatMap((from) =>
      jobStatuses.filter((to) => transition(job(from), states[to])).map((to) => `${from} → ${to}`),
    );
    assert.deepEqual(allowed, [
      'Queued → Processing',
      'Queued → Canceled',
      'Processing → Processing',
      'Processing → Succeeded',
      'Processing → Failed',
      'Processing → Canceled',
      'Succeeded → Succeeded',
    ]);
  });
});

describe('jobBody', () => {
  it('is read by the client as intended', () => {
    assert.equal(parseSubmission(jobBody(job('Queued'))).jobId, 'id');
    assert.equal(parseJobRecord(jobBody(job('Queued'))).progress, 0);
    const half: ServerJobState = { status: 'Processing', progress: 0.5 };
    assert.equal(parseJobRecord(jobBody(job('Processing', { state: half }))).progress, 0.5);
    const { outputFileName, compressionRatio, credits } = parseJobRecord(jobBody(job('Succeeded')));
    assert.deepEqual([outputFileName, compressionRatio, credits], ['a.png', 4, 1]);
    assert.deepEqual(parseJobRecord(jobBody(job('Failed'))).failure, {
      code: 'conversion.timed_out',
      detail: 'The conversion took too long and was stopped.',
      fault: { id: 'conversion.time', parameters: [] },
    });
  });
});

describe('JobTable', () => {
  it('forgets the oldest of very many jobs, except those that hold files', () => {
    const table = new JobTable();
    table.add(job('Succeeded', { id: 'kept' }));
    for (let index = 0; index <= 10_000; index += 1) {
      const ended = job('Failed', { id: String(index) });
      table.add(ended);
      table.bury(ended);
    }
    assert.equal(table.find('compress', '0'), undefined);
    assert.equal(table.find('compress', '1')?.id, '1');
    assert.equal(table.get('compress', 'kept').id, 'kept');
  });
});
