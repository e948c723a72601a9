import { retentionMs } from '../../contract/jobStatus.ts';
import { backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { Job, JobState, Problem } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { isBusy, isKeyProblem, problem, problemOf, retryAfterOf } from '../core/problem.ts';
import type { RemoteJob, Service } from '../core/service.ts';
import { states } from '../core/states.ts';

const maxFailures = 5;
/** A service with several machines may not know immediately about a job that one of them accepted. */
const maxUnknown = 3;
const unknownPatienceMs = 30_000;
const maxRuns = 3;
/** Maximum time that a download may wait before it makes room for others. */
const maxWaitInPlaceMs = 5000;

/** The part of a job that was requested. */
export type Asked = 'state' | 'output';

/** Consecutive failures. Times are on the clock's monotonic time. */
interface Failures {
  readonly count: number;
  /** The code of the latest failures, and the time of the first of them. */
  readonly code: Problem['code'];
  readonly since: number;
  /** The service isn't asked again before this. */
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
  readonly asked: Asked;
  /** `undefined` if the service itself was unavailable. */
  readonly service: Service | undefined;
  readonly error: unknown;
}

/**
 * Handles errors of a poll or a download of an accepted job. Such a job is never lost to a fault of the connection or
 * the service: it is requested again, with growing delays, as long as the service keeps its output.
 */
export class RemoteFaults {
  readonly #parts: RemoteFaultParts;
  readonly #failures: Readonly<Record<Asked, Map<string, Failures>>> = {
    state: new Map(),
    output: new Map(),
  };
  /** The number of times a job was restarted because its service had forgotten it. */
  readonly #runs = new Map<string, number>();

  constructor(parts: RemoteFaultParts) {
    this.#parts = parts;
  }

  /** A request succeeded. */
  over(jobId: string, asked: Asked): void {
    this.#failures[asked].delete(jobId);
  }

  /** The remaining delay before the job's next request, in milliseconds. */
  leftMs(jobId: string): number {
    const { state, output } = this.#failures;
    const until = Math.max(state.get(jobId)?.until ?? 0, output.get(jobId)?.until ?? 0);
    return Math.max(0, until - this.#parts.clock.monotonic());
  }

  /**
   * Records a failure and returns the delay before the next try in milliseconds; `undefined` if the job moved to
   * another state.
   */
  note(fault: RemoteFault): number | undefined {
    const { job, remote, asked, error } = fault;
    const found = problemOf(error);
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

  /**
   * The next state of a job that the current service can't know: it runs again if its own run has ended, or waits until
   * its address is back.
   */
  gone(job: Job, remote: RemoteJob, { hosted }: Pick<Service, 'hosted'>): undefined {
    if (!hosted) return this.#runAgain(job);
    return this.#fail(job, problem('network.other_address'), remote);
  }

  #afterUnknown(fault: RemoteFault, found: Problem, failures: Failures): number | undefined {
    const { job, remote, service } = fault;
    if (service?.charges === false) {
      return failures.count < maxUnknown ? this.#leftOf(failures) : this.#runAgain(job);
    }
    const isRecent = this.#parts.clock.monotonic() - failures.since < unknownPatienceMs;
    if (isRecent) return this.#wait(fault, this.#leftOf(failures));
    // It was paid for, so requests continue for as long as its output would be kept.
    const acceptedAt = job.charge?.at ?? job.createdAt;
    return this.#fail(job, found, this.#now() - acceptedAt < retentionMs ? remote : undefined);
  }

  /** The state is `Succeeded`, but the download `jobs.not_ready`: different machines may have answered. */
  #afterNotReady({ job, remote }: RemoteFault, found: Problem, failures: Failures): undefined {
    if (this.#parts.clock.monotonic() - failures.since >= retentionMs) return this.#fail(job, found, remote);
    return this.#park(job, states.queued(remote));
  }

  /** The delay for the caller; a long one for a download is spent in the queue, where it blocks no other. */
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

  #count(job: Job, asked: Asked, { code }: Problem, serverAsksMs: number | undefined): Failures {
    const now = this.#parts.clock.monotonic();
    const before = this.#failures[asked].get(job.id);
    const count = (before?.count ?? 0) + 1;
    const since = before?.code === code ? before.since : now;
    // During an outage, the delay stays short enough to notice its end soon.
    const attempt = code === 'jobs.not_ready' ? count : Math.min(count, maxFailures);
    const waitUntil = now + backoffMs(attempt, this.#parts.random, serverAsksMs);
    // Whatever delay the service asks for, a job that it doesn't know ends in time.
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

  /** The job resumes later, and its failures so far still count. */
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

/** True if the job belongs to another run or address of the service. */
export function isGone(service: Service, remote: RemoteJob): boolean {
  return remote.epoch !== undefined && remote.epoch !== service.epoch();
}
