import { randomUUID } from 'node:crypto';
import { baseName } from '../files/fileUri.ts';
import type { Job, JobState, Placement } from './job.ts';
import type { JobStore } from './jobStore.ts';

/** Takes parked jobs up again where they stood; the others are left alone. */
export function revive(store: JobStore, jobs: readonly Job[]): void {
  const batch = randomUUID();
  for (const job of jobs) {
    const { state } = job;
    if (state.name === 'needsCredits') {
      // What was more than one batch may hold becomes a batch of its own.
      const patch = state.problem.code === 'batch.limit_exceeded' ? { batch } : {};
      store.transition(job.id, waiting, patch);
    } else if (state.name === 'needsKey' || state.name === 'offline') {
      store.transition(job.id, atRemote(state.remote));
    }
  }
}

/** Where a job that waited for a name goes on. */
export function afterNaming({ output, fileName }: JobState & { name: 'needsName' }): JobState {
  return output === undefined ? waiting : { name: 'placing', ...output, fileName, attempt: undefined };
}

/** Lets a later gesture decide where the output of a job that waits for a name goes; what was paid for is used. */
export function join(store: JobStore, { id, state }: Job, placement: Placement): void {
  if (state.name === 'needsName') store.transition(id, afterNaming(state), { placement });
}

/**
 * Starts ended jobs anew as the same rows, and takes parked ones up again. What is still to be had without paying again is
 * not submitted again. An unconfirmed job is submitted again only when a double charge is accepted.
 */
export function retry(store: JobStore, jobs: readonly Job[], mayChargeTwice: boolean, now: number): void {
  revive(store, jobs);
  for (const { id, state } of jobs) {
    // A wish of its own, which nothing that was done before fulfils.
    const anew = { createdAt: now };
    if (state.name === 'failed') store.transition(id, afterFailure(state), anew);
    else if (state.name === 'canceled' || state.name === 'expired') store.transition(id, waiting, anew);
    else if (state.name === 'unconfirmed' && mayChargeTwice) store.transition(id, waiting, anew);
  }
}

const waiting: JobState = { name: 'waiting', notBefore: undefined, problem: undefined };

function atRemote(remote: (JobState & { name: 'offline' })['remote']): JobState {
  return remote === undefined ? waiting : { name: 'queued', remote };
}

function afterFailure({ keptOutput, remote }: JobState & { name: 'failed' }): JobState {
  if (keptOutput === undefined || remote === undefined) return atRemote(remote);
  const fileName = baseName(keptOutput);
  return { name: 'placing', remote, temporary: keptOutput, fileName, attempt: undefined };
}
