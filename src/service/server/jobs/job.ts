import type { Fault } from '../../../contract/faults/fault.ts';
import type { JobStatus } from '../../../contract/jobStatus.ts';
import type { ToolId } from '../../../contract/tools.ts';
import type { WorkInput } from '../../../engines/api/work.ts';
import type { EngineId } from '../../../engines/index.ts';
import type { Charge } from './wallet.ts';

/** The states of a job (api.md, States 1). Times are milliseconds since the epoch. */
export type JobState =
  | { readonly status: 'Queued' }
  | { readonly status: 'Processing'; readonly progress: number | undefined }
  | {
      readonly status: 'Succeeded';
      readonly endedAt: number;
      readonly outputBytes: number;
      readonly outputFileName: string;
      /** Whether the output is still on the disk. */
      readonly retained: boolean;
    }
  | { readonly status: 'Failed'; readonly endedAt: number; readonly fault: Fault }
  | { readonly status: 'Canceled'; readonly endedAt: number };

/** What a submission became once it was accepted. */
export interface Job {
  readonly id: string;
  readonly tool: ToolId;
  /** The base name that the file, or the first of several, was submitted under. */
  readonly fileName: string;
  readonly engine: EngineId;
  /** The executable that the engine has do the work, where it does none itself. */
  readonly program?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Who does the work where the engine finds that it can't. */
  readonly helper?: Pick<Job, 'engine' | 'program' | 'from' | 'options'> | undefined;
  /** The private folder that holds the input and the output. */
  readonly folder: string;
  readonly inputPath: string;
  /** The files that become one, where there are several. */
  readonly inputs?: readonly WorkInput[];
  readonly outputPath: string;
  readonly inputBytes: number;
  readonly charge: Charge;
  state: JobState;
}

/** A job that has not been accepted yet. */
export type NewJob = Omit<Job, 'charge' | 'state'>;

const next: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  Queued: ['Processing', 'Canceled'],
  Processing: ['Processing', 'Succeeded', 'Failed', 'Canceled'],
  // Only to tell that its output is gone.
  Succeeded: ['Succeeded'],
  Failed: [],
  Canceled: [],
};

/** The one place where a job changes its state; `false`, and nothing changed, for a step that the states don't allow. */
export function transition(job: Job, state: JobState): boolean {
  if (!next[job.state.status].includes(state.status)) return false;
  job.state = state;
  return true;
}
