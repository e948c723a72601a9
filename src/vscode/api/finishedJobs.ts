import * as vscode from 'vscode';
import type { Jobs } from '../../jobs/jobs.ts';
import { DisposableStore } from '../../util/disposable.ts';
import type { FinishedJob } from './api.ts';
import { finishedJob } from './fileResults.ts';

/** Tells of each job once when it ends, and once more when it was tried again. */
export class FinishedJobs implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #finishes = this.#store.add(new vscode.EventEmitter<FinishedJob>());
  /** Ids of jobs that were told of, with the time at which each was asked for. */
  readonly #told = new Map<string, number>();

  readonly onDidFinish = this.#finishes.event;

  constructor(jobs: Jobs) {
    this.#store.add(
      jobs.onDidChange(({ kind, jobs: changed }) => {
        for (const job of changed) {
          if (kind === 'removed') this.#told.delete(job.id);
          // What the last session left comes as added, and ended then.
          if (kind !== 'changed' || !('endedAt' in job.state)) continue;
          if (this.#told.get(job.id) === job.createdAt) continue;
          this.#told.set(job.id, job.createdAt);
          this.#finishes.fire(finishedJob(job));
        }
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }
}
