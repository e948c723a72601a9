import type { Readable } from 'node:stream';
import type { Extensions } from '../../contract/extensions.ts';
import type { JobRecord } from '../../contract/jobRecord.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { ByteReader } from '../../util/byteReader.ts';
import type { Event } from '../../util/emitter.ts';

/** The place where a job runs: this computer or the hosted network. */
export const serviceIds = ['local', 'network'] as const;
export type ServiceId = (typeof serviceIds)[number];

/** Conversion options that the pair's schema allows. */
export type JobOptions = Readonly<Record<string, unknown>>;

/** A file to submit. */
export interface SubmittedFile {
  /** Its base name; for combined files, its path below a common folder. */
  readonly fileName: string;
  readonly sizeBytes: number;
  /** When it was last changed, in milliseconds since the epoch; used for combined files. */
  readonly modifiedMs?: number;
  /** The file's bytes. The submission reads them and always closes the reader. */
  readonly content: ByteReader;
}

/** A submission to a service. */
export interface Submission {
  readonly tool: ToolId;
  /** One file, or those to combine, in order. */
  readonly files: readonly SubmittedFile[];
  readonly targetFormat: string | undefined;
  readonly options: JobOptions | undefined;
  /** The key under which the service accepts it once; only for services that announce it. */
  readonly idempotencyKey?: string | undefined;
  /** Called as bytes of the files are sent, with their total so far. */
  readonly onSent: (sentBytes: number) => void;
}

/** A job at a service. */
export interface RemoteJob {
  readonly jobId: string;
  /** The service's epoch for a service that forgets its jobs when it ends, else its address. */
  readonly epoch: string | undefined;
}

/** A job that a service has just accepted. */
export interface AcceptedJob extends RemoteJob {
  /** The submission's cost, if the service reports it immediately. */
  readonly credits?: number;
}

/** A download in progress. */
export interface Download {
  readonly body: Readable;
  /** `undefined` if the service doesn't report it. */
  readonly lengthBytes: number | undefined;
  /** The service's media type for it, such as `image/webp`. */
  readonly contentType?: string | undefined;
}

/**
 * The service interface that `jobs/` uses. Every method rejects with an error of `contract/errors.ts` or with the
 * signal's reason. Capabilities are data; nothing depends on a service's name.
 */
export interface Service {
  readonly id: ServiceId;
  /** True if submissions cost credits, as far as known; a network charges by default. */
  readonly charges: boolean;
  /** True if it is shared over a network: its limits apply to all windows together, and it may become unreachable. */
  readonly hosted: boolean;
  /** True if `cancel` ends a job at the service. */
  readonly cancellable: boolean;
  /** Fires with the id of an ended job, if the service reports ends unasked. */
  readonly onDidEnd?: Event<string>;
  /**
   * The service's current epoch or address. It doesn't know jobs with any other value; those of an ended local run can
   * be run again.
   */
  epoch(): string | undefined;
  /** What the service offers beyond the API. */
  extensions(signal: AbortSignal): Promise<Extensions>;
  /**
   * Sends it once, on a fresh connection (credits are deducted at submission). Only a submission with a key may be sent
   * again after its answer was lost.
   */
  submit(submission: Submission, signal: AbortSignal): Promise<AcceptedJob>;
  /** The answer may wait for the job's end, if the service announces it. */
  job(tool: ToolId, remote: RemoteJob, signal: AbortSignal, waitSeconds?: number): Promise<JobRecord>;
  download(tool: ToolId, remote: RemoteJob, signal: AbortSignal): Promise<Download>;
  /** Ends a job if the service is `cancellable`; otherwise does nothing. */
  cancel(tool: ToolId, remote: RemoteJob): Promise<void>;
  /** The known limits on concurrent jobs and file sizes; `anew` requests them again before a job is refused. */
  limits(signal: AbortSignal, how?: { readonly anew?: boolean }): Promise<TierLimits>;
}
