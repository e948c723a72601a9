import { certainlyNotAccepted, isServiceError, parseInsufficientCredits } from '../../contract/errors.ts';
import { type Backoff, backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { Activities } from '../core/activities.ts';
import { type Job, type JobState, lostSubmissionOf, type Problem } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { isBusy, isKeyProblem, problemOf, retryAfterOf } from '../core/problem.ts';
import type { ServiceId } from '../core/service.ts';
import { states } from '../core/states.ts';

const maxTries = 4;

interface SubmissionFaultParts {
  readonly store: JobStore;
  readonly activities: Activities;
  readonly backoffs: Readonly<Record<ServiceId, Backoff>>;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Handles a failed submission: changes the state of its job, and of other jobs in the queue. */
export class SubmissionFaults {
  readonly #parts: SubmissionFaultParts;
  /**
   * The number of times that each job returned to the queue because of its own faults, not because the service was
   * busy.
   */
  readonly #tries = new Map<string, number>();

  constructor(parts: SubmissionFaultParts) {
    this.#parts = parts;
  }

  /** Handles an error before a submission: the service is unavailable, so nothing can be submitted to it. */
  beforeSubmission(first: Job, error: unknown): void {
    const park = isKeyProblem(error) ? states.needsKey : states.offline;
    this.#parkAll(first, () => true, park(problemOf(error)));
  }

  /**
   * Handles an error of a submission.
   * @param charges true if an accepted submission costs credits
   */
  ofSubmission(jobId: string, error: unknown, charges: boolean): void {
    const job = this.#parts.store.get(jobId);
    if (job === undefined) return;
    // Nothing is sent before the state `uploading`, so the outcome is known then.
    const doubt = charges && job.state.name === 'uploading';
    const verdict = classifySubmissionError(error, doubt, lostSubmissionOf(job) !== undefined);
    switch (verdict.kind) {
      case 'again':
        this.#backToQueue(job, verdict);
        break;
      case 'repeat':
        this.#repeat(job, verdict.problem);
        break;
      case 'needsKey':
      case 'offline':
        this.#parkAll(job, () => true, states[verdict.kind](verdict.problem));
        break;
      case 'needsCredits':
        this.#parkAll(
          job,
          (other) => other.batch === job.batch,
          states.needsCredits(verdict.problem, verdict),
        );
        break;
      case 'failed':
        this.#fail(job, verdict.problem);
        break;
      case 'unconfirmed':
        this.#leaveUnconfirmed(job, verdict.problem);
        break;
    }
  }

  #backToQueue(job: Job, { problem, afterMs, everyone }: SubmissionVerdict & { kind: 'again' }): void {
    const { store, clock, random, backoffs } = this.#parts;
    if (everyone) {
      const backoff = backoffs[job.service];
      backoff.refused(afterMs);
      store.transition(job.id, states.waiting({ problem, notBefore: backoff.until }));
      return;
    }
    const tries = (this.#tries.get(job.id) ?? 0) + 1;
    if (tries >= maxTries) {
      this.#fail(job, problem);
      return;
    }
    this.#tries.set(job.id, tries);
    const notBefore = clock.monotonic() + backoffMs(tries, random, afterMs);
    store.transition(job.id, states.waiting({ problem, notBefore }));
  }

  /** Sends the submission again with the same key, as long as the service remembers the key. */
  #repeat(job: Job, problem: Problem): void {
    const { store, clock, random } = this.#parts;
    const tries = (this.#tries.get(job.id) ?? 0) + 1;
    this.#tries.set(job.id, tries);
    const notBefore = clock.monotonic() + backoffMs(tries, random);
    const lostSubmission = lostSubmissionOf(job);
    store.transition(job.id, states.waiting({ problem, notBefore }), { lostSubmission });
  }

  #parkAll(job: Job, among: (other: Job) => boolean, state: JobState): void {
    const { store, activities } = this.#parts;
    store.transition(job.id, state);
    for (const other of store.all()) {
      const waits = other.service === job.service && other.state.name === 'waiting';
      if (waits && among(other) && !activities.isRunning(other.id)) store.transition(other.id, state);
    }
  }

  #fail(job: Job, problem: Problem): void {
    this.#tries.delete(job.id);
    this.#parts.store.transition(job.id, states.failed(this.#parts.clock.now(), problem));
  }

  #leaveUnconfirmed(job: Job, problem: Problem): void {
    if (job.state.name !== 'uploading') return;
    const { startedAt, sha256 } = job.state;
    const state = states.unconfirmed(job, { sentAt: startedAt, sha256 }, problem);
    this.#parts.store.transition(job.id, state, { lostSubmission: undefined });
  }
}

/** The consequence of a submission error for its job and for the rest of the queue. */
type SubmissionVerdict =
  /** The job returns to the queue. `everyone`: the service is busy, so all jobs wait. */
  | {
      readonly kind: 'again';
      readonly problem: Problem;
      readonly afterMs: number | undefined;
      readonly everyone: boolean;
    }
  /** Nothing is submitted until a key is entered, or until the service can be reached. */
  | { readonly kind: 'needsKey' | 'offline'; readonly problem: Problem }
  | {
      readonly kind: 'needsCredits';
      readonly problem: Problem;
      readonly required: number | undefined;
      readonly available: number | undefined;
    }
  /** `repeat`: the service accepts the submission only once, so it may be sent again. */
  | { readonly kind: 'failed' | 'unconfirmed' | 'repeat'; readonly problem: Problem };

/**
 * Decides by the error's code and status (api.md, Errors 2). `charges`: an accepted submission costs credits. `hasKey`:
 * the service accepts the submission only once.
 */
function classifySubmissionError(error: unknown, charges: boolean, hasKey: boolean): SubmissionVerdict {
  const problem = problemOf(error);
  // The service accepted an earlier submission with this key, but with other options or files.
  if (problem.code === 'request.idempotency_key_reused') return { kind: 'unconfirmed', problem };
  const status = isServiceError(error) ? error.status : undefined;
  // The next attempt finds another key, before anything is sent.
  if (problem.code === 'api_key.changed')
    return { kind: 'again', problem, afterMs: undefined, everyone: false };
  if (isKeyProblem(error)) return { kind: 'needsKey', problem };
  if (status === 402) {
    const figures = parseInsufficientCredits(problem.detail);
    return {
      kind: 'needsCredits',
      problem,
      required: figures?.required,
      available: figures?.available,
    };
  }
  if (isBusy(error)) return { kind: 'again', problem, afterMs: retryAfterOf(error), everyone: true };
  if (!certainlyNotAccepted(error)) {
    return charges
      ? { kind: hasKey ? 'repeat' : 'unconfirmed', problem }
      : { kind: 'again', problem, afterMs: undefined, everyone: false };
  }
  if (isOutOfReach(problem.code)) return { kind: 'offline', problem };
  if (problem.code === 'transport.interrupted') {
    if (hasKey) return { kind: 'repeat', problem };
    return { kind: 'again', problem, afterMs: undefined, everyone: false };
  }
  return { kind: 'failed', problem };
}

/** True if the error means that no connection can be made. */
function isOutOfReach(code: string): boolean {
  return code === 'transport.unreachable' || code === 'transport.certificate';
}
