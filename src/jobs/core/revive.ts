import { randomUUID } from 'node:crypto';
import { baseName } from '../files/fileUri.ts';
import type { Job, JobState, Placement, StateOf } from './job.ts';
import type { JobStore } from './jobStore.ts';
import type { JobOptions } from './service.ts';
import { states } from './states.ts';
import type { JobPatch } from './transition.ts';

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

/** What a retry changes of what was asked for. */
export interface RetryChanges {
  /** Whether a job may be paid for a second time, whose first submission may have been accepted. */
  readonly mayChargeTwice?: boolean;
  /** Options besides those that the job has, such as a password that was missing. */
  readonly options?: JobOptions;
}

/**
 * Starts ended jobs anew as the same rows, and takes parked ones up again. What is still to be had without paying again is
 * not submitted again. An unconfirmed job is submitted again only when a double charge is accepted.
 */
export function retry(
  store: JobStore,
  jobs: readonly Job[],
  { mayChargeTwice = false, options }: RetryChanges,
  now: number,
): void {
  revive(store, jobs);
  for (const job of jobs) {
    const { id, state } = job;
    // Asked for anew: a duplicate that was done before does not count as done for this.
    const anew = { createdAt: now, ...(options && withOptions(job, options)) };
    if (state.name === 'failed') store.transition(id, afterFailure(state), anew);
    else if (state.name === 'canceled' || state.name === 'expired')
      store.transition(id, states.waiting(), anew);
    else if (state.name === 'unconfirmed' && mayChargeTwice) store.transition(id, states.waiting(), anew);
  }
}

function withOptions({ options, withheldOptions = [] }: Job, added: JobOptions): JobPatch {
  const missing = withheldOptions.filter((name) => !Object.hasOwn(added, name));
  return { options: { ...options, ...added }, withheldOptions: missing.length === 0 ? undefined : missing };
}

function afterFailure({ keptOutput, remote }: StateOf<'failed'>): JobState {
  if (keptOutput === undefined || remote === undefined) return states.resumed(remote);
  return states.placing({ remote, temporary: keptOutput, fileName: baseName(keptOutput) });
}
