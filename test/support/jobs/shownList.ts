import assert from 'node:assert/strict';
import type { Job, JobState } from '../../../src/jobs/core/job.ts';
import { JobList } from '../../../src/vscode/jobsView/jobList.ts';
import { rowFacts } from './rowFacts.ts';

/** A list as VS Code shows it, with every batch expanded: VS Code reads each redrawn row, and all rows below it. */
export class ShownList {
  readonly facts = rowFacts();
  readonly list = new JobList(this.facts);
  readonly #jobs = new Map<string, Job>();

  /** Adds jobs, and reads all rows. */
  add(...jobs: readonly Job[]): void {
    this.list.note({ kind: 'added', jobs });
    for (const job of jobs) this.#jobs.set(job.id, job);
    this.read();
  }

  /** Reports a job's next state. */
  change(id: string, state: JobState, changes: Partial<Job> = {}): void {
    const before = this.#jobs.get(id);
    assert.ok(before);
    const job = { ...before, ...changes, state };
    this.#jobs.set(id, job);
    this.list.note({ kind: 'changed', jobs: [job] });
  }

  remove(id: string): void {
    const job = this.#jobs.get(id);
    assert.ok(job);
    this.list.note({ kind: 'removed', jobs: [job] });
  }

  /** The ids of the rows that are read after a change. */
  read(): string[] {
    const drawn = this.list.takeChanges() ?? this.list.children(undefined);
    return drawn.flatMap((id) => [id, ...this.list.children(id)]);
  }

  /** The rows on the first level. */
  get roots(): readonly string[] {
    return this.list.children(undefined);
  }
}
