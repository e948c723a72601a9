import { retentionMs } from '../../contract/jobRecord.ts';
import { backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { Job, JobState, Problem } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { isBusy, isKeyProblem, problem, problemOf, retryAfterOf } from '../core/problem.ts';
import type { NetworkService, RemoteJob } from '../core/service.ts';
import { states } from '../core/states.ts';

const maxFailures = 5;
/**
 * Maximum number of answers that a job is unknown. If a service runs on several machines, only the one that accepted a
 * job may know it at first.
 */
const maxUnknown = 3;
const unknownPatienceMs = 30_000;
const maxRuns = 3;
/** Maximum time that a failed download waits before it lets other downloads start. */
const maxWaitInPlaceMs = 5000;

/** The request that failed: for a job's state, or for its output. */
type FailedRequest = 'state' | 'output';

/** Consecutive failures of a job's requests. Times are those of the monotonic clock. */
interface Failures {
  readonly count: number;
  /** The code of the latest failures, and the time of the first failure with this code. */
  readonly code: Problem['code'];
  readonly since: number;
  /** No request is sent before this time. */
  readonly until: number;
}

interface RemoteFaultParts {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly random: () => number;
}

/** A failed request for a job. */
interface RemoteFault {
  readonly job: Job;
  readonly remote: RemoteJob;
  readonly asked: FailedRequest;
  /** `undefined` if the service itself was unavailable. */
  readonly service: NetworkService | undefined;
  readonly error: unknown;
}

/**
 * Handles errors when an accepted job is polled or its output is downloaded. Faults of the connection or the service
 * never lose a job: its requests are repeated, with growing delays, as long as the service keeps its output.
 */
export class RemoteFaults {
  readonly #parts: RemoteFaultParts;
  readonly #failures: Readonly<Record<FailedRequest, Map<string, Failures>>> = {
    state: new Map(),
    output: new Map(),
  };
  /** The number of times a job was restarted because its service had forgotten it. */
  readonly #runs = new Map<string, number>();

  constructor(parts: RemoteFaultParts) {
    this.#parts = parts;
  }

  /** Forgets a job's failures after a successful request. */
  over(jobId: string, asked: FailedRequest): void {
    this.#failures[asked].delete(jobId);
  }

  /** The remaining delay before the job's next request, in milliseconds. */
  leftMs(jobId: string): number {
    const { state, output } = this.#failures;
    const until = Math.max(state.get(jobId)?.until ?? 0, output.get(jobId)?.until ?? 0);
    return Math.max(0, until - this.#parts.clock.monotonic());
  }

  /**
   * Records a failure. Returns the delay before the next attempt in milliseconds, or `undefined` if the job moved to
   * another state.
   */
  note(fault: RemoteFault): number | undefined {
    const { job, remote, asked, error } = fault;
    const found = problemOf(error);
    if (found.code === 'api_key.other_account' && !this.#isKept(job))
      return this.#end(job, states.expired(this.#now()));
    if (isKeyProblem(error)) return this.#park(job, states.needsKey(found, remote));
    if (isBusy(error)) return this.#wait(fault, backoffMs(1, this.#parts.random, retryAfterOf(error)));
    if (found.code === 'jobs.expired') return this.#end(job, states.expired(this.#now()));
    if (found.code === 'transport.unsafe_redirect') return this.#fail(job, found, remote);
    const failures = this.#count(job, asked, found, retryAfterOf(error));
    if (found.code === 'jobs.not_found') return this.#afterUnknown(fault, found, failures);
    if (found.code === 'jobs.not_ready') return this.#afterNotReady(fault, found, failures);
    if (failures.count >= maxFailures) return this.#park(job, states.offline(found, remote));
    return this.#wait(fault, this.#leftOf(failures));
  }

  /** Fails a job of another address, which the current service doesn't know. */
  gone(job: Job, remote: RemoteJob): undefined {
    return this.#fail(job, problem('network.other_address'), remote);
  }

  #afterUnknown(fault: RemoteFault, found: Problem, failures: Failures): number | undefined {
    const { job, remote, service } = fault;
    if (service?.charges === false) {
      return failures.count < maxUnknown ? this.#leftOf(failures) : this.#runAgain(job);
    }
    const isRecent = this.#parts.clock.monotonic() - failures.since < unknownPatienceMs;
    if (isRecent) return this.#wait(fault, this.#leftOf(failures));
    // The job was paid for, so a retry asks for it again.
    return this.#fail(job, found, this.#isKept(job) ? remote : undefined);
  }

  /** True as long as the service would keep the job's output. */
  #isKept({ charge, createdAt }: Job): boolean {
    return this.#now() - (charge?.at ?? createdAt) < retentionMs;
  }

  /**
   * Handles a download that fails with `jobs.not_ready` although the job has the state `Succeeded`, because different
   * machines may have answered.
   */
  #afterNotReady({ job, remote }: RemoteFault, found: Problem, failures: Failures): undefined {
    if (this.#parts.clock.monotonic() - failures.since >= retentionMs) return this.#fail(job, found, remote);
    return this.#park(job, states.queued(remote));
  }

  /**
   * Returns the delay for the caller. If a download would have to wait long, it returns to the queue instead, so that
   * it doesn't block others.
   */
  #wait({ job, remote, asked }: RemoteFault, waitMs: number): number | undefined {
    if (asked === 'state' || waitMs <= maxWaitInPlaceMs) return waitMs;
    return this.#park(job, states.queued(remote));
  }

  #runAgain(job: Job): undefined {
    const runs = (this.#runs.get(job.id) ?? 0) + 1;
    this.#runs.set(job.id, runs);
    if (runs >= maxRuns) return this.#fail(job, problem('job.lost'), undefined);
    return this.#end(job, states.waiting());
  }

  #count(job: Job, asked: FailedRequest, { code }: Problem, serverAsksMs: number | undefined): Failures {
    const now = this.#parts.clock.monotonic();
    const before = this.#failures[asked].get(job.id);
    const count = (before?.count ?? 0) + 1;
    const since = before?.code === code ? before.since : now;
    // During an outage, the delay stays so short that its end is noticed soon.
    const attempt = code === 'jobs.not_ready' ? count : Math.min(count, maxFailures);
    const waitUntil = now + backoffMs(attempt, this.#parts.random, serverAsksMs);
    // Requests for a job that the service doesn't know end after a fixed time, whatever delay the service asks for.
    const until = code === 'jobs.not_found' ? Math.min(waitUntil, since + unknownPatienceMs) : waitUntil;
    const failures = { count, code, since, until };
    this.#failures[asked].set(job.id, failures);
    return failures;
  }

  #leftOf({ until }: Failures): number {
    return until - this.#parts.clock.monotonic();
  }

  #fail(job: Job, found: Problem, remote: RemoteJob | undefined): undefined {
    return this.#end(job, states.failed(this.#now(), found, { remote }));
  }

  /** Moves the job to a state in which it resumes later. Its failures so far still count. */
  #park(job: Job, state: JobState): undefined {
    this.#parts.store.transition(job.id, state);
    return undefined;
  }

  #end(job: Job, state: JobState): undefined {
    this.over(job.id, 'state');
    this.over(job.id, 'output');
    this.#parts.store.transition(job.id, state);
    return undefined;
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}

/** True if the job belongs to another address. */
export function isElsewhere(service: NetworkService, remote: RemoteJob): boolean {
  return remote.epoch !== undefined && remote.epoch !== service.address();
}
