import { retentionMs } from '../../contract/jobStatus.ts';
import { backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { Job, JobState, Problem } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem, problemOf } from '../core/problem.ts';
import type { RemoteJob, Service } from '../core/service.ts';
import { isBusy, isKeyProblem, retryAfterOf } from '../core/serviceErrors.ts';
import { states } from '../core/states.ts';

const maxFailures = 5;
/** A service of several machines may not know at once what one of them has accepted. */
const maxUnknown = 3;
const unknownPatienceMs = 30_000;
const maxRuns = 3;
/** How long the fetching of an output may wait without making room for others. */
const maxWaitInPlaceMs = 5000;

/** What of a job its service is asked for. */
export type Asked = 'state' | 'output';

/** Failures in a row. Times are on the clock's monotonic time. */
interface Failures {
  readonly count: number;
  /** The code of the last ones, and when the first of those came. */
  readonly code: Problem['code'];
  readonly since: number;
  /** Before this the service is not asked again. */
  readonly until: number;
}

interface RemoteFaultParts {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly random: () => number;
}

/** A request for a job that failed. */
export interface RemoteFault {
  readonly job: Job;
  readonly remote: RemoteJob;
  readonly asked: Asked;
  /** `undefined` when the service itself could not be had. */
  readonly service: Service | undefined;
  readonly error: unknown;
}

/**
 * What an error of a poll or a download means for a job that the service has accepted. Such a job is never lost for a fault
 * of the connection or of the service: it is asked for again, each time later, for as long as its output is kept there.
 */
export class RemoteFaults {
  readonly #parts: RemoteFaultParts;
  readonly #failures: Readonly<Record<Asked, Map<string, Failures>>> = {
    state: new Map(),
    output: new Map(),
  };
  /** How often a job was begun anew because its service had forgotten it. */
  readonly #runs = new Map<string, number>();

  constructor(parts: RemoteFaultParts) {
    this.#parts = parts;
  }

  /** The service gave what it was asked for. */
  over(jobId: string, asked: Asked): void {
    this.#failures[asked].delete(jobId);
  }

  /** How long the service is not to be asked for the job, in milliseconds. */
  leftMs(jobId: string): number {
    const { state, output } = this.#failures;
    const until = Math.max(state.get(jobId)?.until ?? 0, output.get(jobId)?.until ?? 0);
    return Math.max(0, until - this.#parts.clock.monotonic());
  }

  /** How long to wait before the next try in milliseconds; `undefined` when the job has gone to another state. */
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
   * What becomes of a job that the service as it is now can't know: run again where the run that had it is over, else kept
   * with the address where it is, to be taken up when that is back.
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
    // It was paid for, so it may be asked for again for as long as its output would be kept.
    const acceptedAt = job.charge?.at ?? job.createdAt;
    return this.#fail(job, found, this.#now() - acceptedAt < retentionMs ? remote : undefined);
  }

  /** The state says `Succeeded`, the download `jobs.not_ready`: the two may be answered by different machines. */
  #afterNotReady({ job, remote }: RemoteFault, found: Problem, failures: Failures): undefined {
    if (this.#parts.clock.monotonic() - failures.since >= retentionMs) return this.#fail(job, found, remote);
    return this.#park(job, states.queued(remote));
  }

  /** The wait for who asks; a long one for an output is waited for in the queue, where it holds up no other. */
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
    // In an outage the wait stays short enough for its end to be noticed soon.
    const attempt = code === 'jobs.not_ready' ? count : Math.min(count, maxFailures);
    const waitUntil = now + backoffMs(attempt, this.#parts.random, serverAsksMs);
    // However long the service asks to wait, a job that it does not know ends in time.
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

  /** The job goes on later, and what went wrong with it so far still counts. */
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

/** Whether the job is with another run, or at another address, of the service. */
export function isGone(service: Service, remote: RemoteJob): boolean {
  return remote.incarnation !== undefined && remote.incarnation !== service.incarnation();
}
