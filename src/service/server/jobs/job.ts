import type { Fault } from '../../../contract/fault.ts';
import type { JobStatus } from '../../../contract/jobRecord.ts';
import type { EngineTask } from '../../../engines/api/task.ts';
import { type Disposable, toDisposable } from '../../../util/disposable.ts';
import type { WalletCharge } from './wallet.ts';

/** The states of a job (api.md, States 1). Times are milliseconds since the epoch. */
export type ServerJobState =
  | { readonly status: 'Queued' }
  | { readonly status: 'Processing'; readonly progress: number | undefined }
  | {
      readonly status: 'Succeeded';
      readonly endedAt: number;
      readonly outputBytes: number;
      readonly outputFileName: string;
      /** True while the output is still on disk. */
      readonly retained: boolean;
    }
  | { readonly status: 'Failed'; readonly endedAt: number; readonly fault: Fault }
  | { readonly status: 'Canceled'; readonly endedAt: number };

/** An accepted submission. `fileName` is the submitted name, or that of the first file. */
export interface ServerJob extends EngineTask {
  readonly id: string;
  /** The job's private folder for input and output. */
  readonly folder: string;
  /** The number of parts in which the sender has stored the file; absent if the file is in the folder. */
  readonly parts?: number | undefined;
  readonly charge: WalletCharge;
  state: ServerJobState;
}

/** A job that hasn't been accepted yet. */
export type NewJob = Omit<ServerJob, 'charge' | 'state'>;

const next: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  Queued: ['Processing', 'Canceled'],
  Processing: ['Processing', 'Succeeded', 'Failed', 'Canceled'],
  // Repeated only to record that the output has been deleted.
  Succeeded: ['Succeeded'],
  Failed: [],
  Canceled: [],
};

/**
 * Changes a job's state. No other code does that. Returns `false` without changing anything for an invalid transition.
 */
export function transition(job: ServerJob, state: ServerJobState): boolean {
  if (!next[job.state.status].includes(state.status)) return false;
  job.state = state;
  return true;
}

/** The requests that wait for a job to end. */
export class JobWatches {
  readonly #listeners = new Map<string, Set<() => void>>();
  #isClosed = false;

  /** The ids of jobs that at least one request waits for. */
  get jobs(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  /** The number of waiting requests. */
  get count(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Calls `listener` when the job ends, until the result is disposed. */
  add(job: string, listener: () => void): Disposable {
    if (this.#isClosed) listener();
    const listeners = this.#listeners.get(job) ?? new Set();
    this.#listeners.set(job, listeners.add(listener));
    return toDisposable(() => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(job) === listeners) this.#listeners.delete(job);
    });
  }

  notify(job: string): void {
    for (const listener of this.#listeners.get(job) ?? []) listener();
  }

  /** Resolves all waits, because the service is closing. */
  close(): void {
    this.#isClosed = true;
    for (const job of this.jobs) this.notify(job);
  }
}
