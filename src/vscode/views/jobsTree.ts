import * as vscode from 'vscode';
import { type Job, phaseOf } from '../../jobs/job.ts';
import type { JobChange, Jobs } from '../../jobs/jobs.ts';
import { views } from '../../manifest.ts';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { jobRow } from './jobRow.ts';

/** Progress is drawn at most this often. */
const redrawMs = 200;

const phaseOrder = { active: 0, parked: 1, ended: 2 } as const;

/** The Jobs view: a row a job, active ones first, and a badge with their number. Rows are known by job id. */
export class JobsTree implements vscode.TreeDataProvider<string>, Disposable {
  readonly #jobs: Jobs;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #changes = this.#store.add(new vscode.EventEmitter<string[] | undefined>());
  readonly #view: vscode.TreeView<string>;
  readonly #phases = new Map<string, string>();
  /** Rows to redraw; `undefined` once their order has changed, too. */
  #pending: Set<string> | undefined = new Set();
  #timer: Disposable | undefined;

  readonly onDidChangeTreeData = this.#changes.event;

  constructor(jobs: Jobs, clock: Clock) {
    this.#jobs = jobs;
    this.#clock = clock;
    this.#view = this.#store.add(
      vscode.window.createTreeView(views.jobs, { treeDataProvider: this, canSelectMany: true }),
    );
    this.#store.add(jobs.onDidChange((change) => this.#onChange(change)));
    this.#redraw();
  }

  getChildren(element?: string): string[] {
    if (element !== undefined) return [];
    return [...this.#jobs.all()].toSorted(compare).map((job) => job.id);
  }

  getTreeItem(id: string): vscode.TreeItem {
    const job = this.#jobs.get(id);
    return job === undefined ? new vscode.TreeItem('') : jobRow(job);
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
    this.#changes.fire(this.#pending && [...this.#pending]);
    this.#pending = new Set();
    const active = this.#jobs.all().filter((job) => phaseOf(job.state) === 'active').length;
    this.#view.badge =
      active === 0 ? undefined : { value: active, tooltip: vscode.l10n.t('{0} active', active) };
  }
}

/** Active first, then parked, then ended; the latest gesture first within each. */
function compare(a: Job, b: Job): number {
  return phaseOrder[phaseOf(a.state)] - phaseOrder[phaseOf(b.state)] || b.createdAt - a.createdAt;
}
