import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { NewUpload, SignedRequest } from '../../contract/extensions.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { Plan } from '../plans.ts';
import type { ServerJob, NewJob } from './jobs/job.ts';
import type { AcceptedSubmission, Repeatable } from './jobs/repeatable.ts';
import type { CreditsLeft } from './jobs/wallet.ts';

/** The properties of a job that its caller can see. */
export type VisibleJob = Pick<ServerJob, 'id' | 'tool' | 'inputBytes' | 'state'> & {
  readonly charge: Pick<ServerJob['charge'], 'credits'>;
};

/** The headers of a download. */
export interface DownloadHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

export interface JobOutput {
  readonly bytes: number;
  readonly fileName: string;
  readonly open: () => Awaitable<Readable>;
  /**
   * Returns an address at which the output can be downloaded with these headers and without a key. The address is valid
   * for a minute, and secret. Absent if there is no such address.
   */
  readonly sign?: (headers: DownloadHeaders) => Promise<string>;
}

/** A file whose sender has stored it in parts, as far as its sender announced them. */
export interface StoredUpload {
  /** Also the identifier of the job that uses the upload. */
  readonly id: string;
  readonly bytes: number;
  /** The SHA-256 of each part, in hex. */
  readonly digests: readonly string[];
  /**
   * Checks that the store has all parts, and that no job has used them.
   * @throws ServiceError `request.not_found`
   */
  check(): Promise<void>;
  /** Writes the file to disk, or its first bytes. @throws the signal's reason */
  fetch(path: string, signal: AbortSignal, maxBytes?: number): Promise<void>;
}

/** The files of one caller that are stored in parts before they are submitted. */
export interface CallerUploads {
  /** Reserves space for a file. @throws ServiceError `queue.pool_saturated` if there is none */
  create(bytes: number): Promise<NewUpload>;
  /**
   * Returns a request that stores a part. The digest of a part can't be changed.
   * @throws ServiceError `request.not_found` for an unknown upload or part, or another digest
   */
  sign(id: string, part: number, sha256: string): Promise<SignedRequest>;
  /** @throws ServiceError `request.not_found`, also for an upload of another caller */
  find(id: string): Promise<StoredUpload>;
}

/** The jobs of one caller, wherever they are stored. */
export interface CallerJobs {
  /** Absent if callers can't reach the store. */
  readonly uploads?: CallerUploads | undefined;
  /**
   * Rejects a request before its upload if `submit` would reject it anyway.
   * @throws ServiceError as `submit` does
   */
  checkCapacity(): Awaitable<void>;
  /**
   * Accepts a job and deducts its credits, or does neither, and takes ownership of its folder. Once `gone` aborts, the
   * client has disconnected, and the job isn't accepted if that is still possible. If the submission repeats an
   * accepted one, resolves to that job without charging anything.
   * @throws the reason of `gone`; ServiceError `queue.pool_saturated`, `queue.limit_exceeded`,
   * `usage.daily_limit_exceeded`, `entitlements.insufficient_credits`, `request.idempotency_key_reused`, or
   * `api_key.invalid_or_ip_not_allowed` if the API key was revoked in the meantime
   */
  submit(
    job: NewJob,
    credits: number,
    gone: AbortSignal,
    repeatable: Repeatable | undefined,
  ): Awaitable<VisibleJob>;
  /**
   * The submission that was accepted under this idempotency key; `undefined` if there is none, or it was too long ago.
   */
  accepted(key: string): Awaitable<AcceptedSubmission | undefined>;
  /**
   * Returns a job.
   * @throws ServiceError `jobs.not_found`, also for a job of another tool or another caller
   */
  job(tool: ToolId, id: string): Awaitable<VisibleJob>;
  /** Calls `listener` whenever the job may have ended, until the result is disposed. Does nothing for an unknown job. */
  watch(id: string, listener: () => void): Disposable;
  /**
   * Returns a job's output.
   * @throws ServiceError `jobs.not_found`, `jobs.not_ready`, `jobs.expired` or `jobs.no_output`
   */
  output(tool: ToolId, id: string): Awaitable<JobOutput>;
  /** The caller's credits; `undefined` if nothing is charged. */
  credits(): Awaitable<CreditsLeft | undefined>;
}

/** The sender of a request with a valid key. */
export interface Caller {
  /** The id of the account, which may have several keys. */
  readonly account: string;
  readonly plan: Plan;
  readonly jobs: CallerJobs;
}

/** Finds the caller that a key belongs to; `undefined` if the key isn't valid, or not from this address. */
export type Authenticate = (key: string, address: string) => Awaitable<Caller | undefined>;

/** A value that is available now or later. */
export type Awaitable<T> = T | Promise<T>;

/** The caller of each request, identified by its key when the request begins. */
export class Callers {
  readonly #callers = new WeakMap<FastifyRequest, Caller>();

  set(request: FastifyRequest, caller: Caller): void {
    this.#callers.set(request, caller);
  }

  /** The caller of a request; `undefined` if the request has no valid key. */
  find(request: FastifyRequest): Caller | undefined {
    return this.#callers.get(request);
  }

  /**
   * The caller of a request.
   * @throws Error if the request has no valid key
   */
  of(request: FastifyRequest): Caller {
    const caller = this.find(request);
    if (caller === undefined) throw new Error('The request has no authenticated caller');
    return caller;
  }
}
