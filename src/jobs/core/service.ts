import type { Readable } from 'node:stream';
import type { Extensions } from '../../contract/extensions.ts';
import type { JobRecord } from '../../contract/jobRecord.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { ByteReader } from '../../util/bytes.ts';

/** The place where a job runs: this computer or the hosted network. */
export const serviceIds = ['local', 'network'] as const;
export type ServiceId = (typeof serviceIds)[number];

/** Conversion options, which the pair's schema describes. */
export type JobOptions = Readonly<Record<string, unknown>>;

export interface SubmittedFile {
  /** The file's base name; for combined files, its path below a common folder. */
  readonly fileName: string;
  readonly sizeBytes: number;
  /** When the file was last changed, in milliseconds since the epoch. Used for combined files. */
  readonly modifiedMs?: number;
  /** The file's bytes. The submission reads them and always closes the reader. */
  readonly content: ByteReader;
}

export interface Submission {
  readonly tool: ToolId;
  /** One file, or several files to combine, in order. */
  readonly files: readonly SubmittedFile[];
  readonly targetFormat: string | undefined;
  readonly options: JobOptions | undefined;
  /** The idempotency key. Only set for services that announce support for it. */
  readonly idempotencyKey?: string | undefined;
  /** The id of the API key that must pay; the current key if absent. */
  readonly keyId?: string | undefined;
  /** Called while the files are sent, with the number of bytes sent so far. */
  readonly onSent: (sentBytes: number) => void;
}

/** A job, as the network identifies it. */
export interface RemoteJob {
  readonly jobId: string;
  /** The address of the network. Journals call it an epoch. */
  readonly epoch: string | undefined;
  /** The id of the API key that paid. Keys of other accounts don't find the job. */
  readonly keyId?: string | undefined;
}

/** A job that a service has just accepted. */
export interface AcceptedJob extends RemoteJob {
  /** The submission's cost, if the service reports it immediately. */
  readonly credits?: number;
}

/** A download in progress. */
export interface Download {
  readonly body: Readable;
  /** Length of the output; `undefined` if the service doesn't report it. */
  readonly lengthBytes: number | undefined;
  /** The output's media type according to the service, such as `image/webp`. */
  readonly contentType?: string | undefined;
}

/** What all services have in common. */
interface CommonService {
  readonly id: ServiceId;
  /** True if submissions cost credits, as far as known. By default, a network charges. */
  readonly charges: boolean;
  /**
   * The known limits on concurrent jobs and file sizes. `refresh` requests them again, for use before a job is refused.
   */
  limits(signal: AbortSignal, how?: { readonly refresh?: boolean }): Promise<TierLimits>;
}

/**
 * A service on a network, to which files travel. Its limits apply to all windows together, and it may become
 * unreachable. Every method rejects with an error of `contract/errors.ts` or with the signal's reason.
 */
export interface NetworkService extends CommonService {
  readonly hosted: true;
  /** The service's current address. It doesn't know jobs of any other address. */
  address(): string | undefined;
  /** The id of the current API key, which pays for submissions; `undefined` if there is none. */
  keyId(): Promise<string | undefined>;
  /** The API extensions that the service announces. */
  extensions(signal: AbortSignal): Promise<Extensions>;
  /**
   * Sends the submission once, on a fresh connection, because credits are deducted when it is accepted. Only a
   * submission with an idempotency key may be sent again after its answer was lost.
   */
  submit(submission: Submission, signal: AbortSignal): Promise<AcceptedJob>;
  /**
   * Reads a job's record. With `waitSeconds`, the service may delay its answer until the job ends, if it announces
   * that.
   */
  job(tool: ToolId, remote: RemoteJob, signal: AbortSignal, waitSeconds?: number): Promise<JobRecord>;
  download(tool: ToolId, remote: RemoteJob, signal: AbortSignal): Promise<Download>;
}

/** Files to convert where they are, without an upload. */
export interface DiskConversion {
  readonly tool: ToolId;
  /** One file, or several files to combine, in order. They are only read. */
  readonly files: readonly DiskFile[];
  /** The target format; for a compression, the file's format if its name doesn't show it. */
  readonly to?: string;
  readonly options: JobOptions;
  /** Path of the result, in a folder that is used only for this. */
  readonly outputPath: string;
  readonly mayRunPrograms: boolean;
  /** False for a job, which waits for its turn. */
  readonly isUrgent: boolean;
}

export interface DiskFile {
  readonly path: string;
  /** The file's base name; for combined files, its path below a common folder. */
  readonly fileName: string;
  /** When the file was last changed, in milliseconds since the epoch. Used for combined files. */
  readonly modifiedMs?: number;
}

/** The service on this computer, which reads and writes files on its disk. */
export interface DiskService extends CommonService {
  readonly hosted: false;
  readonly charges: false;
  /**
   * Writes the result. Resolves to its name beside the source. Calls `onProgress` when the work begins, and with each
   * share of it that is done. After an abort, it still uses the folder until it settles.
   * @throws CodedError, `localService.exited` if it ended before it answered; or the signal's reason
   */
  convert(
    conversion: DiskConversion,
    signal: AbortSignal,
    onProgress: (share?: number) => void,
  ): Promise<{ readonly fileName: string }>;
}

/** The service interface that `jobs/` uses. */
export type Service = NetworkService | DiskService;
