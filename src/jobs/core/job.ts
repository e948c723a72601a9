import type { ProblemCode } from '../../contract/errors.ts';
import type { Extensions } from '../../contract/extensions.ts';
import type { Fault } from '../../contract/fault.ts';
import type { ToolId } from '../../contract/tools.ts';
import { hourMs } from '../../util/clock.ts';
import type { JobOptions, RemoteJob, ServiceId } from './service.ts';

/** A problem with a code to branch on. `vscode/` turns it into a message. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  /** The detail in a form that the user interface can translate. */
  readonly fault?: Fault | undefined;
  /** Name of the affected file, if the job has several. */
  readonly file?: string | undefined;
}

/** Ways to handle an output name that already exists. */
export const onCollisionChoices = ['rename', 'ask', 'overwrite', 'skip'] as const;
export type OnCollision = (typeof onCollisionChoices)[number];

/** Rules for saving the output. They don't change after the job is created. */
export interface Placement {
  readonly onCollision: OnCollision;
  /** True to replace the source with the compressed file, after a backup. */
  readonly replaceSource: boolean;
  /** Text before the extension of a compressed file that the service didn't name, such as `-compressed`. */
  readonly suffix: string;
  /** True to give the output its source's modification time. */
  readonly keepDates: boolean;
  /** Templates for the folder and name. `undefined` saves the output beside its source, under the service's name. */
  readonly output: OutputTemplates | undefined;
  /** True to save the pictures in a Markdown text in a folder beside it, instead of embedding them. */
  readonly separatesPictures?: boolean | undefined;
  /** The only file that `overwrite` may replace, and only if it is unchanged. */
  readonly supersedes?: PlacedFile | undefined;
}

/** Templates for an output's folder and name (`placement/template.ts`). */
export interface OutputTemplates {
  /** The folder. `undefined` means the source's folder. */
  readonly folder: string | undefined;
  /** The name without its extension, which is always the target's. `undefined` means the service's name. */
  readonly name: string | undefined;
  /** URI of the workspace folder that contains the source. */
  readonly workspace: string | undefined;
  /** True if a workspace's settings chose the folder, which must then be inside the workspace. */
  readonly staysInWorkspace: boolean;
  /** Name of the preset that requested the job. */
  readonly preset: string | undefined;
  /** The file's number in its batch, as formatted text. */
  readonly number: string;
}

/** Files that are combined into one output. */
export interface CombinedFiles {
  /** All files in order. The first is the job's `source`. A ZIP file keeps the paths. */
  readonly sources: readonly { readonly uri: string; readonly path: string }[];
  /** URI of the output's folder. */
  readonly folder: string;
  /** The output's name without an extension. */
  readonly stem: string;
}

/** A request to process one file, or to combine several, with one tool and one service. */
export interface JobRequest {
  readonly tool: ToolId;
  readonly service: ServiceId;
  /** URI of the source file. */
  readonly source: string;
  /** The files to combine; absent if the job has only one. */
  readonly combined?: CombinedFiles | undefined;
  /** The format of the source's content, if its name has no extension. */
  readonly sourceFormat?: string | undefined;
  readonly targetFormat: string | undefined;
  readonly options: JobOptions | undefined;
  /** URI of the folder whose pictures are embedded in a text that shows them; `undefined` to embed none. */
  readonly picturesFrom?: string | undefined;
  /** The set of pictures that the batch makes, such as `favicon`. */
  readonly imageSet?: string | undefined;
  readonly placement: Placement;
  /** True to park the new job until the user has more credits. */
  readonly awaitsCredits?: boolean | undefined;
}

export interface Job extends Omit<JobRequest, 'awaitsCredits'> {
  readonly id: string;
  /** The id that all jobs of one command share. */
  readonly batch: string;
  /** When the job was last requested, in milliseconds since the epoch. A retry is a new request. */
  readonly createdAt: number;
  /**
   * The id of the API key that pays: the one that was stored when the job was requested. Another one may only pay if the
   * user resumes the job.
   */
  readonly keyId?: string | undefined;
  /** Total size of the sources and the pictures in them, when last checked. */
  readonly sourceBytes: number | undefined;
  /** The latest modification time of the sources, when last checked. */
  readonly sourceModifiedMs: number | undefined;
  /** Properties of the source that the result lacks, once they are known. */
  readonly losses?: readonly string[] | undefined;
  /** Addresses of pictures in the source that weren't found when last checked, or are too large. */
  readonly missingPictures?: readonly string[] | undefined;
  /** Names of secret options without their values, which are never stored in the journal. */
  readonly withheldOptions: readonly string[] | undefined;
  /** A submission whose answer was lost. It is sent again with the same key, and cleared once the service answers. */
  readonly lostSubmission?: LostSubmission | undefined;
  /** The charge for the job's last submission, if the service charges. */
  readonly charge: Charge | undefined;
  /** The name that the user chose for the output while the job was in the state `needsName`. */
  readonly chosenName: string | undefined;
  /** True if the job's service hasn't answered for a while. */
  readonly isUnanswered?: boolean;
  readonly state: JobState;
}

/** A submission that the service may have accepted, and that it accepts only once. */
export interface LostSubmission {
  readonly key: string;
  /** When the submission was first sent. */
  readonly sentAt: number;
  /** Hash of the submitted content. */
  readonly sha256: string | undefined;
}

/** The known charge of a submission (api.md, Credits). */
interface Charge {
  readonly remote: RemoteJob;
  /** The credits that the service reports, otherwise one; 0 once the service has reported that the job failed. */
  readonly credits: number;
  /** When the service accepted the submission. */
  readonly at: number;
  /** True if the service reported the credits. */
  readonly isExact?: boolean | undefined;
}

/** A file that the extension saved. Its size and modification time show whether the user has changed it since. */
export interface PlacedFile {
  readonly uri: string;
  readonly sizeBytes: number;
  /** When the file was last changed, in milliseconds since the epoch. */
  readonly modifiedMs: number;
}

/** The states of a job (architecture.md, A job's states). Times are milliseconds since the epoch. */
export type JobState =
  /**
   * In the queue of submissions. `problem` is the reason why the job returned to the queue. It isn't submitted before
   * `notBefore`, a time on the monotonic clock.
   */
  | {
      readonly name: 'waiting';
      readonly notBefore: number | undefined;
      readonly problem: Problem | undefined;
    }
  /**
   * After a restart, `charges` and `sha256` show whether an unknown outcome matters, and `key` allows sending the
   * submission again.
   */
  | {
      readonly name: 'uploading';
      readonly sentBytes: number;
      readonly startedAt: number;
      readonly charges: boolean;
      readonly sha256: string | undefined;
      readonly key?: string | undefined;
    }
  /** On this computer. A job without a turn yet is `waiting`. */
  | { readonly name: 'converting'; readonly progress: number | undefined }
  | { readonly name: 'queued'; readonly remote: RemoteJob }
  | { readonly name: 'processing'; readonly remote: RemoteJob; readonly progress: number | undefined }
  | {
      readonly name: 'downloading';
      readonly remote: RemoteJob;
      /** The service's name for the output. Untrusted until it is reduced to a safe name. */
      readonly fileName: string | undefined;
      /** URI of the file to download to, recorded before the file is created. */
      readonly temporary: string;
      readonly receivedBytes: number;
      readonly totalBytes: number | undefined;
    }
  | {
      readonly name: 'placing';
      /** The job at the network, which may still have the output. */
      readonly remote: RemoteJob | undefined;
      readonly temporary: string;
      /** The service's name for the output. */
      readonly fileName: string | undefined;
      /** The file that is being moved into place, so that a restart can tell whether the move happened. */
      readonly attempt: PlacedFile | undefined;
      /** URIs of folders that are being created for the output, parents first. */
      readonly madeFolders: readonly string[] | undefined;
      /** The output with its pictures embedded, if `temporary` links to pictures that have been saved beside it. */
      readonly embedded?: string | undefined;
      readonly pictures?: readonly PlacedFile[] | undefined;
    }
  | {
      readonly name: 'done';
      readonly endedAt: number;
      readonly outcome: 'saved' | 'alreadySmall' | 'skipped';
      /** URI of the output, if one was saved. */
      readonly output: string | undefined;
      readonly outputBytes: number | undefined;
    }
  | {
      readonly name: 'failed';
      readonly endedAt: number;
      readonly problem: Problem;
      /** URI of the kept output, which was paid for but couldn't be saved to its destination. */
      readonly keptOutput: string | undefined;
      /** The job at the service, if its output may still be available. */
      readonly remote: RemoteJob | undefined;
    }
  /** `spent`: the credits are gone, because the service had accepted the job and couldn't cancel it. */
  | { readonly name: 'canceled'; readonly endedAt: number; readonly spent: boolean }
  | { readonly name: 'expired'; readonly endedAt: number }
  | {
      readonly name: 'needsCredits';
      readonly problem: Problem;
      readonly required: number | undefined;
      readonly available: number | undefined;
    }
  /** If `remote` is set, the job resumes there. */
  | { readonly name: 'needsKey'; readonly problem: Problem; readonly remote: RemoteJob | undefined }
  /** `onCollision` is `ask`, and `fileName` already exists. If there is an output already, it is in `temporary`. */
  | {
      readonly name: 'needsName';
      readonly output: { readonly remote: RemoteJob | undefined; readonly temporary: string } | undefined;
      readonly fileName: string;
    }
  /** Nobody can know whether the service accepted the job. */
  | {
      readonly name: 'unconfirmed';
      readonly sentAt: number;
      readonly sizeBytes: number;
      readonly sha256: string | undefined;
      readonly problem: Problem;
    }
  /** The service can't be reached. If `remote` is set, the job resumes there. */
  | { readonly name: 'offline'; readonly problem: Problem; readonly remote: RemoteJob | undefined };

/** URI of the temporary file that contains the output, complete or not. */
export function temporaryOf({ state }: Job): string | undefined {
  if (state.name === 'downloading' || state.name === 'placing') return state.temporary;
  return state.name === 'needsName' ? state.output?.temporary : undefined;
}

export type JobStateName = JobState['name'];

export type StateOf<N extends JobStateName> = Extract<JobState, { name: N }>;

const phases = {
  waiting: 'active',
  uploading: 'active',
  converting: 'active',
  queued: 'active',
  processing: 'active',
  downloading: 'active',
  placing: 'active',
  done: 'ended',
  failed: 'ended',
  canceled: 'ended',
  expired: 'ended',
  needsCredits: 'parked',
  needsKey: 'parked',
  needsName: 'parked',
  unconfirmed: 'parked',
  offline: 'parked',
} as const satisfies Record<JobStateName, 'active' | 'parked' | 'ended'>;

/** True if a job ended without a result and wasn't canceled. */
export function hasFailed({ state }: Job): boolean {
  return state.name === 'failed' || state.name === 'expired';
}

/** True if a job ended and saved its result. */
export function isSaved({ state }: Pick<Job, 'state'>): boolean {
  return state.name === 'done' && state.outcome === 'saved';
}

/** `active` jobs progress on their own, `parked` jobs wait for the user or an event, and `ended` jobs are finished. */
export type JobPhase = (typeof phases)[JobStateName];

export function phaseOf(state: JobState): JobPhase {
  return phases[state.name];
}

/** The submission to send again if the answer to the current one is lost; `undefined` if it has no key. */
export function lostSubmissionOf({ state, lostSubmission }: Job): LostSubmission | undefined {
  if (lostSubmission !== undefined || state.name !== 'uploading' || state.key === undefined) {
    return lostSubmission;
  }
  const { key, startedAt, sha256 } = state;
  return { key, sentAt: startedAt, sha256 };
}

/**
 * True if a submission of the same content may be sent again: the service still remembers the lost submission's key,
 * with an hour to spare for the upload.
 */
export function isRepeatable(
  lost: LostSubmission,
  sha256: string | undefined,
  { idempotencyKeySeconds = 0 }: Extensions,
  now: number,
): boolean {
  return lost.sha256 === sha256 && now - lost.sentAt < 1000 * idempotencyKeySeconds - hourMs;
}
