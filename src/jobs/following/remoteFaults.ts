import { isServiceError } from '../../contract/errors.ts';
import { backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { Job, JobState, Problem } from '../job.ts';
import type { JobStore } from '../jobStore.ts';
import { problem, problemOf } from '../problem.ts';
import type { RemoteJob, Service } from '../service.ts';
import { isBusy, isKeyProblem } from '../line/submissionVerdict.ts';

const maxFailures = 5;
const maxUnknown = 3;
const maxRuns = 3;

interface RemoteFaultParts {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * What an error of a poll or a download means for a job that the service has accepted. Such a job is never lost for a fault
 * of the connection: it is asked for again, and parked as `offline` after some failures in a row.
 */
export class RemoteFaults {
  readonly #parts: RemoteFaultParts;
  readonly #failures = new Map<string, { inARow: number; unknown: number }>();
  /** How often a job was begun anew because its service had forgotten it. */
  readonly #runs = new Map<string, number>();

  constructor(parts: RemoteFaultParts) {
    this.#parts = parts;
  }

  /** The job was heard of. */
  over(jobId: string): void {
    this.#failures.delete(jobId);
  }

  /** How long to wait before the next try in milliseconds; `undefined` when the job has gone to another state. */
  note(job: Job, remote: RemoteJob, service: Service | undefined, error: unknown): number | undefined {
    const { store, random } = this.#parts;
    const found = problemOf(error);
    if (isKeyProblem(error)) {
      store.transition(job.id, { name: 'needsKey', problem: found, remote });
      return undefined;
    }
    if (found.code === 'jobs.expired') return this.#end(job, { name: 'expired', endedAt: this.#now() });
    const failures = this.#count(job, found.code === 'jobs.not_found');
    const serverAsksMs = isServiceError(error) ? error.retryAfterMs : undefined;
    if (isServiceError(error) && isBusy(error.code, error.status)) {
      return backoffMs(failures.inARow, random, serverAsksMs);
    }
    // A service of several machines may not know at once what one of them has accepted.
    if (found.code === 'jobs.not_found' && failures.unknown >= maxUnknown) {
      if (service?.charges === false) return this.#runAgain(job);
      return this.#end(job, failed(this.#now(), found));
    }
    if (failures.inARow >= maxFailures) return this.#end(job, { name: 'offline', problem: found, remote });
    return backoffMs(failures.inARow, random, serverAsksMs);
  }

  /**
   * What becomes of a job that the service as it is now can't know: run again where that costs nothing, else kept with where
   * it is, to be taken up when its service is back.
   */
  gone(job: Job, remote: RemoteJob, charges: boolean): undefined {
    if (!charges) return this.#runAgain(job);
    return this.#end(job, { ...failed(this.#now(), problem('network.other_address')), remote });
  }

  #runAgain(job: Job): undefined {
    const runs = (this.#runs.get(job.id) ?? 0) + 1;
    this.#runs.set(job.id, runs);
    const state: JobState =
      runs >= maxRuns
        ? failed(this.#now(), problem('job.lost'))
        : { name: 'waiting', notBefore: undefined, problem: undefined };
    return this.#end(job, state);
  }

  #count(job: Job, isUnknown: boolean): { inARow: number; unknown: number } {
    const { inARow, unknown } = this.#failures.get(job.id) ?? { inARow: 0, unknown: 0 };
    const failures = { inARow: inARow + 1, unknown: isUnknown ? unknown + 1 : unknown };
    this.#failures.set(job.id, failures);
    return failures;
  }

  #end(job: Job, state: JobState): undefined {
    this.#failures.delete(job.id);
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

function failed(endedAt: number, found: Problem): JobState & { name: 'failed' } {
  return { name: 'failed', endedAt, problem: found, keptOutput: undefined, remote: undefined };
}
