import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import type { JobChange, Jobs } from '../../jobs/jobs.ts';
import { commands } from '../../manifest.ts';
import { type Clock, minuteMs } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { resultOrSource } from '../files/workspaceFiles.ts';
import { JobList, redrawMs } from './jobList.ts';
import { filterMessage, type JobFilter } from './jobsFilter.ts';
import type { Row, Drop, TreeContent, TreeView, VirtualFile } from '../ui/treeView.ts';
import { rulesRow, rulesRowId, type RulesState } from '../rules/rulesRow.ts';
import { startMessage, startRows, type StartState } from './startRows.ts';
import type { MonthSavings } from './savings.ts';
import { monthText } from '../text/credits.ts';
import { say, type SafeText } from '../text/safeText.ts';
import { problemOf } from '../../jobs/core/problem.ts';
import { DiskFileStore } from '../../jobs/core/diskFileStore.ts';
import { RoutedFileStore, WorkspaceFileStore } from '../files/fileStores.ts';
import { copyVirtualFiles } from '../files/fileCopies.ts';
import { problemText } from '../text/problems.ts';
import { showError, showWarning } from '../ui/messages.ts';

interface JobsTreeParts {
  readonly view: TreeView;
  readonly jobs: Jobs;
  readonly savings: MonthSavings;
  readonly clock: Clock;
}

/**
 * The Jobs view: a row per batch, a row per job below it, and a badge with the number of active jobs. An empty list
 * shows ways to start as rows, because VS Code's welcome view doesn't accept dropped files.
 */
export class JobsTree implements TreeContent, Disposable {
  readonly #jobs: Jobs;
  readonly #savings: MonthSavings;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #list: JobList;
  readonly #view: TreeView;
  #rules: RulesState | undefined;
  #start: StartState = { kind: 'free' };
  #redrawing: Disposable | undefined;
  #aging: Disposable | undefined;

  constructor({ view, jobs, savings, clock }: JobsTreeParts) {
    this.#view = view;
    this.#jobs = jobs;
    this.#savings = savings;
    this.#clock = clock;
    this.#list = new JobList({ clock, pathOf, canUndo: ({ id }) => jobs.canUndo(id) });
    this.#store.add(jobs.onDidChange((change) => this.#onChange(change)));
    this.#store.add(savings.onDidChange(() => this.#redrawSoon()));
    this.#store.add(this.#view.onDidChangeVisibility(() => this.#age()));
    this.#redrawSoon();
  }

  children(parent: string | undefined): readonly string[] {
    if (parent !== undefined) return this.#list.children(parent);
    const rows = this.#isEmpty ? [...startRows(this.#start).keys()] : this.#list.children(undefined);
    return this.#rules === undefined ? rows : [rulesRowId, ...rows];
  }

  parent(id: string): string | undefined {
    return this.#list.parent(id);
  }

  row(id: string): Row | undefined {
    if (id === rulesRowId) return this.#rules && rulesRow(this.#rules, this.#clock.now());
    return this.#list.row(id) ?? startRows(this.#start).get(id);
  }

  filesOf(rows: readonly string[]): vscode.Uri[] {
    return this.#jobsOfRows(rows).map(resultOrSource);
  }

  async onDrop(drop: Drop): Promise<void> {
    await convertDropped(drop);
  }

  /**
   * The jobs that an action applies to, from VS Code's arguments: those in all selected rows if the clicked one is
   * among them, else those in the clicked row. A key binding passes no rows, so the selected ones count. The row of a
   * batch stands for all of its jobs.
   */
  jobsOf(clicked: unknown, selected: unknown): Job[] {
    const rows: readonly unknown[] =
      clicked === undefined
        ? this.#view.selection
        : Array.isArray(selected) && selected.includes(clicked)
          ? selected
          : [clicked];
    return this.#jobsOfRows(rows);
  }

  /** Filters the list, and shows a message above it. */
  setFilter(filter: JobFilter): void {
    this.#list.filter = filter;
    this.#redraw();
  }

  /** Shows the state of the conversion rules in the first row. Removes that row if the rules are off. */
  setRules(state: RulesState | undefined): void {
    this.#rules = state;
    this.#view.redraw(undefined);
  }

  /** Sets what the list shows while it is empty. */
  setStartState(state: StartState): void {
    this.#start = state;
    if (!this.#isEmpty) return;
    this.#view.redraw(undefined);
    this.#redrawSoon();
  }

  /** Shows the view with a job selected. If there is no job, or the filter hides it, only shows the view. */
  async reveal(jobId?: string): Promise<void> {
    await (jobId !== undefined && this.#list.isListed(jobId) ? this.#view.reveal(jobId) : this.#view.focus());
  }

  dispose(): void {
    this.#redrawing?.dispose();
    this.#aging?.dispose();
    this.#store.dispose();
  }

  get #isEmpty(): boolean {
    return this.#list.counts.all === 0;
  }

  #jobsOfRows(rows: readonly unknown[]): Job[] {
    return [...new Set(rows.flatMap((id) => (typeof id === 'string' ? this.#list.jobs(id) : [])))];
  }

  #onChange(change: JobChange): void {
    this.#list.note(change);
    this.#redrawSoon();
  }

  /** Updates the times in the rows while the view is visible. */
  #age(): void {
    this.#aging?.dispose();
    this.#aging = undefined;
    if (!this.#view.isVisible || this.#isEmpty) return;
    this.#list.noteTime();
    if (this.#rules !== undefined) this.#view.redraw([rulesRowId]);
    this.#redrawSoon();
    this.#aging = this.#clock.schedule(minuteMs, () => this.#age());
  }

  #message(): SafeText | undefined {
    const { filter, counts } = this.#list;
    if (counts.all === 0) return startMessage(this.#start);
    return filterMessage(filter, counts) ?? monthText(this.#savings.get());
  }

  #redrawSoon(): void {
    this.#redrawing ??= this.#clock.schedule(redrawMs, () => this.#redraw());
  }

  #redraw(): void {
    this.#redrawing?.dispose();
    this.#redrawing = undefined;
    this.#view.redraw(this.#list.takeChanges());
    this.#view.setMessage(this.#message());
    if (this.#list.isBehind) this.#redrawSoon();
    if (this.#aging === undefined) this.#age();
    const active = this.#jobs.count('active');
    this.#view.setBadge(active, say('{0} active', active));
  }
}

function pathOf(source: string): string {
  const uri = vscode.Uri.parse(source);
  return uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
}

/**
 * Asks for a target for dropped files. If they are dropped on the empty list's row for compression, compresses them
 * instead.
 */
async function convertDropped({ target, uris, virtualFiles }: Drop): Promise<void> {
  try {
    const files = [...uris, ...(await located(virtualFiles))];
    const command = target === commands.compressSelected ? target : commands.convert;
    // Isn't awaited, because the view would look busy while the list of formats is open.
    if (files.length > 0) void vscode.commands.executeCommand(command, files[0], files);
  } catch (error) {
    void showError(problemText(problemOf(error)));
  }
}

/** Copies files from another computer to the open folder, and returns their URIs. Warns if no folder is open. */
async function located(virtualFiles: readonly VirtualFile[]): Promise<vscode.Uri[]> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (virtualFiles.length === 0) return [];
  if (folder === undefined) {
    void showWarning(say('Open a folder first: files from another computer are copied into it.'));
    return [];
  }
  const files = new RoutedFileStore(new DiskFileStore(), new WorkspaceFileStore());
  const kept = await copyVirtualFiles(files, virtualFiles, folder.toString());
  return kept.map((uri) => vscode.Uri.parse(uri));
}
