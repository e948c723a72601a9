import type { ProblemCode } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults/fault.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { JobOptions, RemoteJob, ServiceId } from './service.ts';

/** A problem with a code to branch on; `vscode/` makes its text. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  /** The detail in translatable form. */
  readonly fault?: Fault | undefined;
  /** Name of the affected file, if the job has several. */
  readonly file?: string | undefined;
}

/** Ways to handle an output name that is taken. */
export const onCollisionChoices = ['rename', 'ask', 'overwrite', 'skip'] as const;
export type OnCollision = (typeof onCollisionChoices)[number];

/** The rules for saving the output, fixed when the job is created. */
export interface Placement {
  readonly onCollision: OnCollision;
  /** Put a compressed file in place of its source, after a backup. */
  readonly replaceSource: boolean;
  /** Inserted before the extension of a compressed file that the service didn't name, such as `-compressed`. */
  readonly suffix: string;
  /** True to give the output the date of its source. */
  readonly keepDates: boolean;
  /** Folder and name; `undefined` means beside its source, under the service's name. */
  readonly output: OutputTemplates | undefined;
  /** With `overwrite`: the only file that may be overwritten, if it is unchanged. */
  readonly supersedes?: PlacedFile | undefined;
}

/** Templates for an output's folder and name (`placement/template.ts`). */
export interface OutputTemplates {
  /** `undefined`: the folder of the source. */
  readonly folder: string | undefined;
  /** Without the extension, which is always the target's; `undefined` means the service's name. */
  readonly name: string | undefined;
  /** URI of the workspace folder that contains the source. */
  readonly workspace: string | undefined;
  /** A workspace chose the folder, so it must not lead out of the workspace. */
  readonly staysInWorkspace: boolean;
  /** Name of the requesting preset. */
  readonly preset: string | undefined;
  /** The file's number in its batch, formatted. */
  readonly number: string;
}

/** Files that are combined into one output. */
export interface CombinedFiles {
  /** All of them in order, the first being the job's `source`; a ZIP keeps the paths. */
  readonly sources: readonly { readonly uri: string; readonly path: string }[];
  /** URI of the output's folder. */
  readonly folder: string;
  /** The output's name without an extension. */
  readonly stem: string;
}

/** A request for one file, or several to combine, with one tool and one service. */
export interface JobRequest {
  readonly tool: ToolId;
  readonly service: ServiceId;
  /** URI of the file. */
  readonly source: string;
  /** Absent if each file has an output of its own. */
  readonly combined?: CombinedFiles | undefined;
  /** The format of its content, if its name has no extension. */
  readonly sourceFormat?: string | undefined;
  readonly targetFormat: string | undefined;
  readonly options: JobOptions | undefined;
  /** Properties that the file has and that the conversion loses, as far as known. */
  readonly losses?: readonly string[] | undefined;
  /** URI of the folder whose pictures are submitted as part of a text that shows them; `undefined` for none. */
  readonly picturesFrom?: string | undefined;
  readonly placement: Placement;
}

export interface Job extends JobRequest {
  readonly id: string;
  /** Shared by the jobs of one request. */
  readonly batch: string;
  /** The time of the last request; milliseconds since the epoch. */
  readonly createdAt: number;
  /** Total size of the sources when last checked, with the pictures in them. */
  readonly sourceBytes: number | undefined;
  /** Latest change of any source when last checked. */
  readonly sourceModifiedMs: number | undefined;
  /** Addresses of pictures that the source shows and that weren't found when last checked, or don't fit. */
  readonly missingPictures?: readonly string[] | undefined;
  /** Names of secret options whose values are lost, because no journal stores them. */
  readonly withheldOptions: readonly string[] | undefined;
  /** A submission whose answer was lost. It is repeated under its key, and cleared once it is answered. */
  readonly lostSubmission?: LostSubmission | undefined;
  /** The charge of its last submission, if the service charges. */
  readonly charge: Charge | undefined;
  /** The name that the user chose for the output, after `needsName`. */
  readonly chosenName: string | undefined;
  /** True if its service hasn't answered for a while. */
  readonly isUnanswered?: boolean;
  readonly state: JobState;
}

/** A submission that may have been accepted, and that its service accepts only once. */
export interface LostSubmission {
  readonly key: string;
  /** When it was first sent. */
  readonly sentAt: number;
  /** The content that it stands for. */
  readonly sha256: string | undefined;
}

/** The known charge of a submission (api.md, Credits). */
interface Charge {
  readonly remote: RemoteJob;
  /** The service's figure if it reports one, else one credit; 0 once the service has reported a failure. */
  readonly credits: number;
  /** The time when the service accepted it. */
  readonly at: number;
  /** True if the figure is the service's. */
  readonly isSaid?: boolean | undefined;
}

/** A file that we saved, identified by size and time, so that later changes by the user are noticed. */
export interface PlacedFile {
  readonly uri: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
}

/** The states of a job (architecture.md, A job's states). Times are milliseconds since the epoch. */
export type JobState =
  /**
   * In the queue of submissions; `problem` is the reason for its return there, and `notBefore` the end of its wait, on
   * the clock's monotonic time.
   */
  | {
      readonly name: 'waiting';
      readonly notBefore: number | undefined;
      readonly problem: Problem | undefined;
    }
  /**
   * After a restart, `charges` and `sha256` show whether an unknown outcome matters, and `key` allows repeating the
   * submission.
   */
  | {
      readonly name: 'uploading';
      readonly sentBytes: number;
      readonly startedAt: number;
      readonly charges: boolean;
      readonly sha256: string | undefined;
      readonly key?: string | undefined;
    }
  | { readonly name: 'queued'; readonly remote: RemoteJob }
  | { readonly name: 'processing'; readonly remote: RemoteJob; readonly progress: number | undefined }
  | {
      readonly name: 'downloading';
      readonly remote: RemoteJob;
      /** The service's name for the output: untrusted until it is reduced to a safe name. */
      readonly fileName: string | undefined;
      /** URI of the download's file, recorded before it is created. */
      readonly temporary: string;
      readonly receivedBytes: number;
      readonly totalBytes: number | undefined;
    }
  | {
      readonly name: 'placing';
      readonly remote: RemoteJob;
      readonly temporary: string;
      /** The service's name for the output. */
      readonly fileName: string | undefined;
      /** The current move, so that a restart can tell whether it happened. */
      readonly attempt: PlacedFile | undefined;
      /** URIs of folders being created for it, parents first. */
      readonly madeFolders: readonly string[] | undefined;
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
      /** URI of an output that was paid for but couldn't be saved to its destination. */
      readonly keptOutput: string | undefined;
      /** The job at the service, if its output may still be available. */
      readonly remote: RemoteJob | undefined;
    }
  /** `spent`: its credits are gone, because the service had accepted it and couldn't cancel. */
  | { readonly name: 'canceled'; readonly endedAt: number; readonly spent: boolean }
  | { readonly name: 'expired'; readonly endedAt: number }
  | {
      readonly name: 'needsCredits';
      readonly problem: Problem;
      readonly required: number | undefined;
      readonly available: number | undefined;
    }
  /** Resumed at `remote` if set. */
  | { readonly name: 'needsKey'; readonly problem: Problem; readonly remote: RemoteJob | undefined }
  /** `onCollision` is `ask` and `fileName` is taken. An existing output waits in `temporary`. */
  | {
      readonly name: 'needsName';
      readonly output: { readonly remote: RemoteJob; readonly temporary: string } | undefined;
      readonly fileName: string;
    }
  /** Nobody can know whether the service accepted it. */
  | {
      readonly name: 'unconfirmed';
      readonly sentAt: number;
      readonly sizeBytes: number;
      readonly sha256: string | undefined;
      readonly problem: Problem;
    }
  /** The service can't be reached; resumed at `remote` if set. */
  | { readonly name: 'offline'; readonly problem: Problem; readonly remote: RemoteJob | undefined };

/** URI of the private file for an output, complete or not. */
export function temporaryOf({ state }: Job): string | undefined {
  if (state.name === 'downloading' || state.name === 'placing') return state.temporary;
  return state.name === 'needsName' ? state.output?.temporary : undefined;
}

export type JobStateName = JobState['name'];

/** The state with a given name. */
export type StateOf<N extends JobStateName> = Extract<JobState, { name: N }>;

const phases = {
  waiting: 'active',
  uploading: 'active',
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

/** True if a job ended without its result, but not by cancellation. */
export function hasFailed({ state }: Job): boolean {
  return state.name === 'failed' || state.name === 'expired';
}

/** A job progresses on its own, waits for the user or an event, or has ended. */
export type JobPhase = (typeof phases)[JobStateName];

export function phaseOf(state: JobState): JobPhase {
  return phases[state.name];
}
