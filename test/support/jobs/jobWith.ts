import type { Job } from '../../../src/jobs/core/job.ts';
import { states } from '../../../src/jobs/core/states.ts';
import { convertRequest } from './jobsHarness.ts';

/** A waiting job, with these properties replaced. */
export function jobWith(changes: Partial<Job> = {}): Job {
  return {
    ...convertRequest('file:///files/photo.png'),
    id: 'job',
    batch: 'batch',
    createdAt: 0,
    sourceBytes: undefined,
    sourceModifiedMs: undefined,
    withheldOptions: undefined,
    charge: undefined,
    chosenName: undefined,
    state: states.waiting(),
    ...changes,
  };
}
