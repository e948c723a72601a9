import type { Readable } from 'node:stream';
import type { JobRecord } from '../../contract/jobRecord.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { ByteReader } from '../../util/byteReader.ts';
import type { Event } from '../../util/emitter.ts';

/** Where a job runs: on this computer, or at the hosted network. */
export const serviceIds = ['local', 'network'] as const;
export type ServiceId = (typeof serviceIds)[number];

/** Conversion options as the schema of the pair allows them. */
export type JobOptions = Readonly<Record<string, unknown>>;

/** A file that is submitted. */
export interface SubmittedFile {
  /** Its base name; where several become one, its path below a folder that holds them all. */
  readonly fileName: string;
  readonly sizeBytes: number;
  /** When it was last changed, in milliseconds since the epoch; of use where several become one. */
  readonly modifiedMs?: number;
  /** The file's bytes, which this submission reads, and closes in any case. */
  readonly content: ByteReader;
}

/** Work for a service. */
export interface Submission {
  readonly tool: ToolId;
  /** One, or those that become one, in order. */
  readonly files: readonly SubmittedFile[];
  readonly targetFormat: string | undefined;
  readonly options: JobOptions | undefined;
  /** Called as bytes of the files leave, with their total so far. */
  readonly onSent: (sentBytes: number) => void;
}

/** A job at a service. */
export interface RemoteJob {
  readonly jobId: string;
  /** Which run of the service knows the job where a service forgets its jobs when it ends, or else at which address it is. */
  readonly incarnation: string | undefined;
}

/** A job that a service has just accepted. */
export interface AcceptedJob extends RemoteJob {
  /** What the submission cost, where the service says so at once. */
  readonly credits?: number;
}

/** An output on its way. */
export interface Download {
  readonly body: Readable;
  /** `undefined` when the service does not say. */
  readonly lengthBytes: number | undefined;
  /** The type that the service names, such as `image/webp`. */
  readonly contentType?: string | undefined;
}

/**
 * What `jobs/` needs of a service. Every method rejects with an error of `contract/errors.ts`, or with the signal's reason;
 * what a service is able to do is told as data, never by its name.
 */
export interface Service {
  readonly id: ServiceId;
  /** Whether a submission costs credits, as far as is known: a network does until it has said that it does not. */
  readonly charges: boolean;
  /** Whether others use it, too, over a network: its limits hold for all windows together, and it may go away. */
  readonly hosted: boolean;
  /** Whether `cancel` ends a job at the service. */
  readonly cancellable: boolean;
  /** Tells the id of a job that has ended there, where a service says so without being asked. */
  readonly onDidEnd?: Event<string>;
  /**
   * The run of the service that is up now, or its address. Jobs of any other are not known to it; those of a run that is
   * over may simply be run again.
   */
  incarnation(): string | undefined;
  /** Sends it once, on a fresh connection, and never again by itself (credits are deducted at submission). */
  submit(submission: Submission, signal: AbortSignal): Promise<AcceptedJob>;
  job(tool: ToolId, remote: RemoteJob, signal: AbortSignal): Promise<JobRecord>;
  download(tool: ToolId, remote: RemoteJob, signal: AbortSignal): Promise<Download>;
  /** Ends a job, where the service is `cancellable`; otherwise does nothing. */
  cancel(tool: ToolId, remote: RemoteJob): Promise<void>;
  /** What may be in flight and how large a file may be, as far as it is known; `anew` asks again before anything is refused. */
  limits(signal: AbortSignal, how?: { readonly anew?: boolean }): Promise<TierLimits>;
}
