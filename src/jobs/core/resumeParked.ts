import { randomUUID } from 'node:crypto';
import { baseName } from './fileUri.ts';
import type { Job, JobState, Placement, StateOf } from './job.ts';
import type { JobStore } from './jobStore.ts';
import type { JobOptions } from './service.ts';
import { type JobPatch, states } from './states.ts';

/** The way in which jobs resume. */
export interface Resumption {
  /** True if the current API key may pay for them, because the user resumes them. */
  readonly withCurrentKey?: boolean;
}

/** Resumes parked jobs where they stopped. Other jobs don't change, except that the current key may pay for them. */
export function resumeParked(
  store: JobStore,
  jobs: readonly Job[],
  { withCurrentKey = false }: Resumption = {},
): void {
  const batch = randomUUID();
  for (const job of jobs) {
    const { state } = job;
    // Another account would be charged again for a submission that the service may have accepted.
    const changesPayer = withCurrentKey && job.keyId !== undefined && job.lostSubmission === undefined;
    const payer = changesPayer ? { keyId: undefined } : {};
    if (state.name === 'needsCredits') {
      // Jobs beyond the batch limit form a new batch.
      const patch = state.problem.code === 'batch.limit_exceeded' ? { batch } : {};
      store.transition(job.id, states.waiting(), { ...patch, ...payer });
    } else if (state.name === 'needsKey' || state.name === 'offline') {
      store.transition(job.id, states.resumed(state.remote), payer);
    } else if (state.name === 'waiting' && changesPayer) store.transition(job.id, state, payer);
  }
}

/** The next state of a job that waited for a name. */
export function stateAfterNaming({ output, fileName }: StateOf<'needsName'>): JobState {
  return output === undefined ? states.waiting() : states.placing({ ...output, fileName });
}

/** Applies a later request's placement to a job that waits for a name, so that the paid result is used. */
export function join(store: JobStore, { id, state }: Job, placement: Placement): void {
  if (state.name === 'needsName') store.transition(id, stateAfterNaming(state), { placement });
}

/** Changes to a request when it is retried. */
export interface RetryChanges {
  /** True to allow paying a second time for a job whose first submission may have been accepted. */
  readonly mayChargeTwice?: boolean;
  /** Options in addition to the job's own, such as a missing password. */
  readonly options?: JobOptions;
}

/**
 * Restarts ended jobs in the same rows, and resumes parked ones. Results that are still available aren't paid for
 * again. An unconfirmed job is submitted again only if the user accepts a double charge.
 */
export function retry(
  store: JobStore,
  jobs: readonly Job[],
  { mayChargeTwice = false, options }: RetryChanges,
  now: number,
): void {
  resumeParked(store, jobs, { withCurrentKey: true });
  for (const job of jobs) {
    const { id, state } = job;
    // A retry is a new request, so the result of an earlier duplicate isn't used for it.
    const reset = { createdAt: now, keyId: undefined, ...(options && withOptions(job, options)) };
    if (state.name === 'failed') store.transition(id, afterFailure(state), reset);
    else if (state.name === 'canceled' || state.name === 'expired')
      store.transition(id, states.waiting(), reset);
    else if (state.name === 'unconfirmed' && mayChargeTwice) store.transition(id, states.waiting(), reset);
  }
}

function withOptions({ options, withheldOptions = [] }: Job, added: JobOptions): JobPatch {
  const missing = withheldOptions.filter((name) => !Object.hasOwn(added, name));
  return { options: { ...options, ...added }, withheldOptions: missing.length === 0 ? undefined : missing };
}

function afterFailure({ keptOutput, remote }: StateOf<'failed'>): JobState {
  if (keptOutput === undefined) return states.resumed(remote);
  return states.placing({ remote, temporary: keptOutput, fileName: baseName(keptOutput) });
}
