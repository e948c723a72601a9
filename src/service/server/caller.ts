import type { Readable } from 'node:stream';
import type { ToolId } from '../../contract/tools.ts';
import type { CreditsLeft } from './jobs/creditWindow.ts';
import type { ServerJob, NewJob } from './jobs/job.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { Plan } from './jobs/plans.ts';
import type { AcceptedSubmission, Repeatable } from './jobs/repeatable.ts';

/** The parts of a job that its caller sees. */
export type ShownJob = Pick<ServerJob, 'id' | 'tool' | 'inputBytes' | 'state'> & {
  readonly charge: Pick<ServerJob['charge'], 'credits'>;
};

/** The result of a job that succeeded. */
export interface JobOutput {
  readonly bytes: number;
  readonly fileName: string;
  readonly open: () => Awaitable<Readable>;
}

/** The jobs of a caller, wherever they are stored. */
export interface CallerJobs {
  /**
   * Refuses requests that would be refused after their upload anyway.
   * @throws ServiceError as `submit` does
   */
  checkCapacity(): Awaitable<void>;
  /**
   * Accepts a job and deducts its credits, both or neither, and takes ownership of its folder. Once `gone` aborts,
   * nobody waits for the answer, and the job is not accepted if possible. If the submission repeats an accepted one, the
   * result is that job, and nothing is charged.
   * @throws the reason of `gone`; ServiceError `queue.pool_saturated`, `queue.limit_exceeded`,
   * `usage.daily_limit_exceeded`, `entitlements.insufficient_credits`, `request.idempotency_key_reused`, or
   * `api_key.invalid_or_ip_not_allowed` if the API key has been revoked meanwhile
   */
  submit(
    job: NewJob,
    credits: number,
    gone: AbortSignal,
    repeatable: Repeatable | undefined,
  ): Awaitable<ShownJob>;
  /** The submission that was accepted under this key, unless that was too long ago. */
  accepted(key: string): Awaitable<AcceptedSubmission | undefined>;
  /** @throws ServiceError `jobs.not_found`, also for a job of another tool or another caller */
  job(tool: ToolId, id: string): Awaitable<ShownJob>;
  /** Calls `look` when the job may have ended, until the result is disposed. Nothing happens for an unknown job. */
  watch(id: string, look: () => void): Disposable;
  /** @throws ServiceError `jobs.not_found`, `jobs.not_ready`, `jobs.expired` or `jobs.no_output` */
  output(tool: ToolId, id: string): Awaitable<JobOutput>;
  /** `undefined` if nothing is charged. */
  credits(): Awaitable<CreditsLeft | undefined>;
}

/** The sender of a request with a valid key. */
export interface Caller {
  /** The account, whichever of its keys was used. */
  readonly account: string;
  readonly plan: Plan;
  readonly jobs: CallerJobs;
}

/** Finds the caller for a key and an address; `undefined` if the key isn't valid there. */
export type Authenticate = (key: string, address: string) => Awaitable<Caller | undefined>;

/** A value that is available now or later. */
export type Awaitable<T> = T | Promise<T>;
