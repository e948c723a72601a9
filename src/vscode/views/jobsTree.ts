import * as vscode from 'vscode';
import { phaseOf } from '../../jobs/core/job.ts';
import type { JobChange, Jobs } from '../../jobs/jobs.ts';
import { views } from '../../manifest.ts';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { inOrder, jobRow } from '../model/jobRow.ts';
import type { Row } from '../model/row.ts';
import { say } from '../text/words.ts';
import { type Rows, TreeView } from '../window/treeView.ts';

/** Progress is drawn at most this often. */
const redrawMs = 200;

/** The Jobs view: a row a job, active ones first, and a badge with their number. Rows are known by job id. */
export class JobsTree implements Rows, Disposable {
  readonly #jobs: Jobs;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #view = this.#store.add(new TreeView(views.jobs, this));
  readonly #phases = new Map<string, string>();
  /** Rows to redraw; `undefined` once their order has changed, too. */
  #pending: Set<string> | undefined = new Set();
  #timer: Disposable | undefined;

  constructor(jobs: Jobs, clock: Clock) {
    this.#jobs = jobs;
    this.#clock = clock;
    this.#store.add(jobs.onDidChange((change) => this.#onChange(change)));
    this.#redraw();
  }

  ids(): string[] {
    return inOrder(this.#jobs.all()).map((job) => job.id);
  }

  row(id: string): Row | undefined {
    const job = this.#jobs.get(id);
    return job && jobRow(job, pathOf(job.source));
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#store.dispose();
  }

  #onChange({ kind, jobs }: JobChange): void {
    const moved = jobs.some((job) => this.#phases.get(job.id) !== phaseOf(job.state));
    for (const job of jobs) {
      if (kind === 'removed') this.#phases.delete(job.id);
      else this.#phases.set(job.id, phaseOf(job.state));
      this.#pending?.add(job.id);
    }
    if (kind !== 'changed' || moved) this.#pending = undefined;
    this.#timer ??= this.#clock.schedule(redrawMs, () => this.#redraw());
  }

  #redraw(): void {
    this.#timer = undefined;
    this.#view.redraw(this.#pending && [...this.#pending]);
    this.#pending = new Set();
    const active = this.#jobs.all().filter((job) => phaseOf(job.state) === 'active').length;
    this.#view.setBadge(active, say('{0} active', active));
  }
}

/** Where a file is, as people write it. */
function pathOf(source: string): string {
  const uri = vscode.Uri.parse(source);
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}
