import type { ProblemCode } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults/fault.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { JobOptions, RemoteJob, ServiceId } from './service.ts';

/** What went wrong, in a form to branch on; text for people is made from it in `vscode/`. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  /** The same as the detail, in a form that any language can say. */
  readonly fault?: Fault | undefined;
  /** Name of the file that it is about, where a job works on several. */
  readonly file?: string | undefined;
}

/** What to do when the name of an output is taken. */
export const onCollisionChoices = ['rename', 'ask', 'overwrite', 'skip'] as const;
export type OnCollision = (typeof onCollisionChoices)[number];

/** How the output finds its place, fixed when the job is made. */
export interface Placement {
  readonly onCollision: OnCollision;
  /** Put a compressed file in place of its source, after a backup. */
  readonly replaceSource: boolean;
  /** What comes before the extension of a compressed file that the service did not name, such as `-compressed`. */
  readonly suffix: string;
  /** Whether the output gets the date of its source. */
  readonly keepDates: boolean;
  /** Where it goes and what it is called; `undefined`: beside its source, by the name that the service gives it. */
  readonly output: OutputTemplates | undefined;
  /** With `overwrite`: what alone may be overwritten, as long as nobody has changed it. */
  readonly supersedes?: PlacedFile | undefined;
}

/** Where an output goes and what it is called, by templates (`placement/template.ts`). */
export interface OutputTemplates {
  /** `undefined`: the folder of the source. */
  readonly folder: string | undefined;
  /** Without the extension, which always is the target's own; `undefined`: the name that the service gives. */
  readonly name: string | undefined;
  /** URI of the workspace's folder that the source is in. */
  readonly workspace: string | undefined;
  /** A workspace decided the folder, which may not lead out of that workspace then. */
  readonly staysInWorkspace: boolean;
  /** Name of the preset that asked for it. */
  readonly preset: string | undefined;
  /** The file's number among those of its batch, as it is written. */
  readonly number: string;
}

/** Files that become one output. */
export interface CombinedFiles {
  /** All of them in order, the first being the job's `source`; a zip keeps the paths. */
  readonly sources: readonly { readonly uri: string; readonly path: string }[];
  /** URI of the folder that the output goes to. */
  readonly folder: string;
  /** What the output is called, without an extension. */
  readonly stem: string;
}

/** What a person asked for: one file, or several that become one, one tool, one service. */
export interface JobRequest {
  readonly tool: ToolId;
  readonly service: ServiceId;
  /** URI of the file. */
  readonly source: string;
  /** Absent where each file has an output of its own. */
  readonly combined?: CombinedFiles | undefined;
  /** What its content says it is, where its name has no extension. */
  readonly sourceFormat?: string | undefined;
  readonly targetFormat: string | undefined;
  readonly options: JobOptions | undefined;
  readonly placement: Placement;
}

export interface Job extends JobRequest {
  readonly id: string;
  /** Shared by the jobs that were asked for at once. */
  readonly batch: string;
  /** When it was asked for, the last time; milliseconds since the epoch. */
  readonly createdAt: number;
  /** Size of the source, or of all of them, when it was last looked at. */
  readonly sourceBytes: number | undefined;
  /** Time of the last change of any source when it was last looked at. */
  readonly sourceModifiedMs: number | undefined;
  /** Names of secret options that it was made with and that nobody has any more, because no journal keeps their values. */
  readonly withheldOptions: readonly string[] | undefined;
  /** What its last submission cost, where the service charges. */
  readonly charge: Charge | undefined;
  /** The name that a person chose for the output, after `needsName`. */
  readonly chosenName: string | undefined;
  /** Whether its service was asked and has not answered for a while. */
  readonly isUnanswered?: boolean;
  readonly state: JobState;
}

/** What the service took for a submission (api.md, Credits), as far as it is known. */
export interface Charge {
  readonly remote: RemoteJob;
  /** The service's own figure where it gives one, else one credit; 0 once the service has said that the job failed. */
  readonly credits: number;
  /** When the service accepted it. */
  readonly at: number;
  /** Whether the figure is the service's own. */
  readonly isSaid?: boolean | undefined;
}

/** A file that we put somewhere, told from what a person makes of it later by its size and time. */
export interface PlacedFile {
  readonly uri: string;
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
}

/** The states of a job (architecture.md, A job's states). Times are milliseconds since the epoch. */
export type JobState =
  /**
   * In the queue of submissions; `problem` says what sent it back there, `notBefore` until when on the clock's monotonic
   * time.
   */
  | {
      readonly name: 'waiting';
      readonly notBefore: number | undefined;
      readonly problem: Problem | undefined;
    }
  /** `charges` and `sha256` are what a restart needs to tell what an unknown fate means. */
  | {
      readonly name: 'uploading';
      readonly sentBytes: number;
      readonly startedAt: number;
      readonly charges: boolean;
      readonly sha256: string | undefined;
    }
  | { readonly name: 'queued'; readonly remote: RemoteJob }
  | { readonly name: 'processing'; readonly remote: RemoteJob; readonly progress: number | undefined }
  | {
      readonly name: 'downloading';
      readonly remote: RemoteJob;
      /** What the service calls the output: hostile until it is reduced to a safe name. */
      readonly fileName: string | undefined;
      /** URI of the file that the bytes go to, known before it is created. */
      readonly temporary: string;
      readonly receivedBytes: number;
      readonly totalBytes: number | undefined;
    }
  | {
      readonly name: 'placing';
      readonly remote: RemoteJob;
      readonly temporary: string;
      /** What the service calls the output. */
      readonly fileName: string | undefined;
      /** The move that is being made, by which a restart knows whether it was. */
      readonly attempt: PlacedFile | undefined;
      /** URIs of folders that are being made for it, each before those below it. */
      readonly madeFolders: readonly string[] | undefined;
    }
  | {
      readonly name: 'done';
      readonly endedAt: number;
      readonly outcome: 'saved' | 'alreadySmall' | 'skipped';
      /** URI of the output, when one was saved. */
      readonly output: string | undefined;
      readonly outputBytes: number | undefined;
    }
  | {
      readonly name: 'failed';
      readonly endedAt: number;
      readonly problem: Problem;
      /** URI of an output that was paid for but could not be put in its place. */
      readonly keptOutput: string | undefined;
      /** Where its output may still be downloaded. */
      readonly remote: RemoteJob | undefined;
    }
  /** `spent`: its credits went, because the service had accepted it and could not cancel. */
  | { readonly name: 'canceled'; readonly endedAt: number; readonly spent: boolean }
  | { readonly name: 'expired'; readonly endedAt: number }
  | {
      readonly name: 'needsCredits';
      readonly problem: Problem;
      readonly required: number | undefined;
      readonly available: number | undefined;
    }
  /** Taken up again at `remote` where there is one. */
  | { readonly name: 'needsKey'; readonly problem: Problem; readonly remote: RemoteJob | undefined }
  /** `onCollision` is `ask` and `fileName` is taken. An output that exists already waits in `temporary`. */
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
  /** The service can't be reached; taken up again at `remote` where there is one. */
  | { readonly name: 'offline'; readonly problem: Problem; readonly remote: RemoteJob | undefined };

/** URI of the private file that an output is in, or is on its way to. */
export function temporaryOf({ state }: Job): string | undefined {
  if (state.name === 'downloading' || state.name === 'placing') return state.temporary;
  return state.name === 'needsName' ? state.output?.temporary : undefined;
}

export type JobStateName = JobState['name'];

/** The state of one name. */
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

/** Whether a job ended without what was asked for, by nobody's wish. */
export function hasFailed({ state }: Job): boolean {
  return state.name === 'failed' || state.name === 'expired';
}

/** A job moves by itself, waits for a person or an event, or has ended. */
export type JobPhase = (typeof phases)[JobStateName];

export function phaseOf(state: JobState): JobPhase {
  return phases[state.name];
}
