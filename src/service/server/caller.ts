import type { Readable } from 'node:stream';
import type { ToolId } from '../../contract/tools.ts';
import type { Awaitable } from '../../util/awaitable.ts';
import type { CreditsLeft } from './jobs/credits.ts';
import type { Job, NewJob } from './jobs/job.ts';
import type { Plan } from './jobs/plans.ts';

/** What of a job its caller is shown. */
export type ShownJob = Pick<Job, 'id' | 'tool' | 'inputBytes' | 'state'> & {
  readonly charge: Pick<Job['charge'], 'credits'>;
};

/** The result of a job that succeeded. */
export interface Output {
  readonly bytes: number;
  readonly fileName: string;
  readonly open: () => Awaitable<Readable>;
}

/** The jobs of a caller, wherever they are kept. */
export interface CallerJobs {
  /** Refuses, before anything is uploaded, what would be refused afterwards. @throws ServiceError as `submit` does */
  checkRoom(): Awaitable<void>;
  /**
   * Accepts a job and takes its credits, both or neither. Its folder is the job's from then on. Once `gone` aborts, nobody
   * waits for the answer any more, and the job is not accepted where that can be helped.
   * @throws the reason of `gone`; ServiceError `queue.pool_saturated`, `queue.limit_exceeded`, `usage.daily_limit_exceeded`,
   * `entitlements.insufficient_credits`, or `api_key.invalid_or_ip_not_allowed` where the key has ended meanwhile
   */
  submit(job: NewJob, credits: number, gone: AbortSignal): Awaitable<ShownJob>;
  /** @throws ServiceError `jobs.not_found`, also for a job of another tool or another caller */
  job(tool: ToolId, id: string): Awaitable<ShownJob>;
  /** @throws ServiceError `jobs.not_found`, `jobs.not_ready`, `jobs.expired` or `jobs.no_output` */
  output(tool: ToolId, id: string): Awaitable<Output>;
  /** `undefined` where nothing is charged. */
  credits(): Awaitable<CreditsLeft | undefined>;
}

/** Whoever sent a request with a key that is right. */
export interface Caller {
  /** Who it is, with whichever of its keys. */
  readonly account: string;
  readonly plan: Plan;
  readonly jobs: CallerJobs;
}

/** Finds whom a key stands for where it comes from this address; `undefined` for one that may not be used. */
export type Authenticate = (key: string, address: string) => Awaitable<Caller | undefined>;
