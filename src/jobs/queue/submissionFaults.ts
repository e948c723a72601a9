import { certainlyNotAccepted, isServiceError, parseInsufficientCredits } from '../../contract/errors.ts';
import { type Backoff, backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { Activities } from '../core/activities.ts';
import type { Job, JobState, Problem } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { lostSubmissionOf } from '../core/lostSubmission.ts';
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

/** Handles a failed submission, for its job and for the rest of the queue. */
export class SubmissionFaults {
  readonly #parts: SubmissionFaultParts;
  /** The number of returns to the queue because of a job's own faults, not because the service was busy. */
  readonly #tries = new Map<string, number>();

  constructor(parts: SubmissionFaultParts) {
    this.#parts = parts;
  }

  /** The service itself is unavailable, so nothing can be submitted to it. */
  beforeSubmission(first: Job, error: unknown): void {
    const park = isKeyProblem(error) ? states.needsKey : states.offline;
    this.#parkAll(first, () => true, park(problemOf(error)));
  }

  /** @param charges true if an accepted submission costs credits */
  ofSubmission(jobId: string, error: unknown, charges: boolean): void {
    const job = this.#parts.store.get(jobId);
    if (job === undefined) return;
    // Before the upload state nothing was sent, so the outcome is known.
    const doubt = charges && job.state.name === 'uploading';
    const verdict = judgeSubmission(error, doubt, lostSubmissionOf(job) !== undefined);
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

  /** Under the same key, as long as the service remembers it. */
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
    const state = states.unconfirmed(job, problem, startedAt, sha256);
    this.#parts.store.transition(job.id, state, { lostSubmission: undefined });
  }
}

/** The consequence of a submission error for the job and for the rest of the queue. */
type SubmissionVerdict =
  /** Back to the queue; `everyone` if the service is busy for all. */
  | {
      readonly kind: 'again';
      readonly problem: Problem;
      readonly afterMs: number | undefined;
      readonly everyone: boolean;
    }
  /** Submissions stop until a key is entered, or until the service can be reached. */
  | { readonly kind: 'needsKey' | 'offline'; readonly problem: Problem }
  | {
      readonly kind: 'needsCredits';
      readonly problem: Problem;
      readonly required: number | undefined;
      readonly available: number | undefined;
    }
  /** `repeat`: the service accepts it only once, so it may be sent again. */
  | { readonly kind: 'failed' | 'unconfirmed' | 'repeat'; readonly problem: Problem };

/**
 * Decides by code and status alone (api.md, Errors 2). `charges`: an accepted submission was paid for. `hasKey`: the service
 * accepts it only once.
 */
function judgeSubmission(error: unknown, charges: boolean, hasKey: boolean): SubmissionVerdict {
  const problem = problemOf(error);
  // The first one was accepted, but its options or files were others.
  if (problem.code === 'request.idempotency_key_reused') return { kind: 'unconfirmed', problem };
  const status = isServiceError(error) ? error.status : undefined;
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

/** True if no connection can be made. */
function isOutOfReach(code: string): boolean {
  return code === 'transport.unreachable' || code === 'transport.certificate';
}
