import { randomUUID } from 'node:crypto';
import { type Job, type JobRequest, phaseOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { requestKey } from './duplicateSubmissions.ts';
import { join } from '../core/resumeParked.ts';
import { states } from '../core/states.ts';

/**
 * Adds a job for each request, as one batch, and returns their ids. If an equal job hasn't ended, the request joins
 * that job.
 */
export function enqueue(store: JobStore, requests: readonly JobRequest[], createdAt: number): string[] {
  const batch = randomUUID();
  const unended = store.all().filter((job) => phaseOf(job.state) !== 'ended');
  const known = new Map(unended.map((job) => [requestKey(job), job]));
  return requests.map((request) => {
    const key = requestKey(request);
    const joined = known.get(key);
    if (joined !== undefined) {
      join(store, joined, request.placement);
      return joined.id;
    }
    const job = newJob(request, batch, createdAt);
    known.set(key, job);
    store.add(job);
    return job.id;
  });
}

function newJob(request: JobRequest, batch: string, createdAt: number): Job {
  return {
    ...request,
    id: randomUUID(),
    batch,
    createdAt,
    sourceBytes: undefined,
    sourceModifiedMs: undefined,
    withheldOptions: undefined,
    charge: undefined,
    chosenName: undefined,
    state: states.waiting(),
  };
}
