import type { JobRequest, JobState, JobStateName } from '../../src/jobs/core/job.ts';

/** A runner's start options. */
export interface RunnerOptions {
  readonly storageFolder: string;
  /** The network that the window uses, or the folder for temporary files of its local service. */
  readonly service: { readonly baseUrl: string; readonly key: string } | { readonly temporaryRoot: string };
  readonly clockStartedAt: number;
  readonly clockSpeed: number;
}

/** A user's action in a window. */
export type Gesture =
  | { readonly do: 'add'; readonly requests: readonly JobRequest[] }
  | { readonly do: 'report' }
  /** Chooses “Forget” for all unconfirmed jobs. */
  | { readonly do: 'forget' }
  | { readonly do: 'close' };

export interface JobReport {
  readonly source: string;
  readonly state: JobState;
}

/** The state that a window displays. */
export type DisplayedState =
  | { readonly event: 'restored' | 'added' | 'closed' }
  /** Jobs have entered these states. */
  | { readonly event: 'changed'; readonly states: readonly JobStateName[] }
  | { readonly event: 'report' | 'forgotten'; readonly jobs: readonly JobReport[] };
