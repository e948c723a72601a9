import { randomUUID } from 'node:crypto';
import { baseName } from '../files/fileUri.ts';
import type { Job, JobState, Placement, StateOf } from './job.ts';
import type { JobStore } from './jobStore.ts';
import { states } from './states.ts';

/** Takes parked jobs up again where they stood; the others are left alone. */
export function revive(store: JobStore, jobs: readonly Job[]): void {
  const batch = randomUUID();
  for (const job of jobs) {
    const { state } = job;
    if (state.name === 'needsCredits') {
      // What was more than one batch may hold becomes a batch of its own.
      const patch = state.problem.code === 'batch.limit_exceeded' ? { batch } : {};
      store.transition(job.id, states.waiting(), patch);
    } else if (state.name === 'needsKey' || state.name === 'offline') {
      store.transition(job.id, states.resumed(state.remote));
    }
  }
}

/** Where a job that waited for a name goes on. */
export function afterNaming({ output, fileName }: StateOf<'needsName'>): JobState {
  return output === undefined ? states.waiting() : states.placing({ ...output, fileName });
}

/** Lets a later request decide where the output of a job that waits for a name goes; what was paid for is used. */
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
    // Asked for anew: a duplicate that was done before does not count as done for this.
    const anew = { createdAt: now };
    if (state.name === 'failed') store.transition(id, afterFailure(state), anew);
    else if (state.name === 'canceled' || state.name === 'expired')
      store.transition(id, states.waiting(), anew);
    else if (state.name === 'unconfirmed' && mayChargeTwice) store.transition(id, states.waiting(), anew);
  }
}

function afterFailure({ keptOutput, remote }: StateOf<'failed'>): JobState {
  if (keptOutput === undefined || remote === undefined) return states.resumed(remote);
  return states.placing({ remote, temporary: keptOutput, fileName: baseName(keptOutput) });
}
