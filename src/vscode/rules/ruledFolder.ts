import { createHash } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Job, hasFailed, type JobRequest, type Problem } from '../../jobs/core/job.ts';
import type { FileFacts } from '../../jobs/core/fileStore.ts';
import { DiskFileStore } from '../../jobs/core/diskFileStore.ts';
import { systemClock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { FileLease } from '../../util/lease.ts';
import { excludeMatcher, filesBelow, formatOfFile } from '../files/workspaceFiles.ts';
import {
  isExcludedFromRules,
  type ConversionRule,
  rulesFor,
  type RuleEvent,
  type RuleList,
} from './ruleList.ts';
import { Bursts, type ChangedFile, quietMs, stillFiles } from './bursts.ts';
import { RuleMemory } from './ruleMemory.ts';
import type { Offers } from '../../planning/offer.ts';
import { planWork } from '../../planning/workPlan.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isUnchanged } from '../../jobs/placement/placedFile.ts';
import { requestsOf } from '../batch/jobRequests.ts';
import type { Preset } from '../request/presets.ts';

/** If more files change at once, the user is asked first. */
export const maxWithoutConfirmation = 50;

interface FolderParts extends RuleParts {
  /** Path of the folder that all windows share. */
  readonly storageFolder: string;
  /** The current rules that the user has agreed to. */
  readonly rules: () => RuleList;
  /** Resolves to true if this number of files may be processed. */
  readonly mayStart: (count: number) => Promise<boolean>;
  readonly onDidWork: (outcome: FolderOutcome) => void;
  readonly onFault: (error: unknown) => void;
}

/** The outcome of applying rules after changes in a folder. */
export interface FolderOutcome {
  /** URI of the file that a rule processed last. */
  readonly last?: string;
  readonly failures: readonly RuleFailure[];
  /** True if another window applies the rules in this folder. */
  readonly isElsewhere: boolean;
}

const disk = new DiskFileStore();

/**
 * Watches a workspace folder and applies rules to files that are added or saved. Only one window at a time does that
 * for a folder.
 */
export class RuledFolder implements Disposable {
  readonly #folder: vscode.Uri;
  readonly #parts: FolderParts;
  readonly #owned = new DisposableStore();
  readonly #lease: FileLease;
  readonly #memoryFile: string;
  readonly #ended = new AbortController();
  readonly #bursts: Bursts;
  /** Everything that was added, because it may be a folder. Handled before the burst of its files ends. */
  readonly #arrivals: Bursts;
  #memory: RuleMemory | undefined;
  /** Processes one burst of changes after the other. */
  #working: Promise<void> = Promise.resolve();

  constructor(folder: vscode.Uri, parts: FolderParts) {
    this.#folder = folder;
    this.#parts = parts;
    const key = createHash('sha256').update(folder.toString()).digest('hex').slice(0, 32);
    const file = path.join(parts.storageFolder, 'rules', key);
    this.#memoryFile = `${file}.json`;
    this.#lease = this.#owned.add(new FileLease(`${file}.lease`));
    this.#bursts = this.#owned.add(new Bursts(systemClock, (files) => this.#take(files)));
    const lookInto = (added: readonly ChangedFile[]): void =>
      void this.#lookInto(added).catch((error: unknown) => {
        if (!this.#ended.signal.aborted) parts.onFault(error);
      });
    this.#arrivals = this.#owned.add(new Bursts(systemClock, lookInto, quietMs / 4));
    const watcher = this.#owned.add(
      vscode.workspace.createFileSystemWatcher(
        new vscode.RelativePattern(folder, '**/*'),
        false,
        false,
        true,
      ),
    );
    this.#owned.add(
      watcher.onDidCreate((uri) => {
        this.#note(uri, 'add');
        if (this.#pathOf(uri) !== undefined) this.#arrivals.add({ uri: uri.toString(), event: 'add' });
      }),
    );
    this.#owned.add(watcher.onDidChange((uri) => this.#note(uri, 'save')));
    this.#owned.add(parts.jobs.onDidChange(({ jobs }) => void this.#remember(jobs).catch(parts.onFault)));
  }

  dispose(): void {
    this.#ended.abort();
    this.#owned.dispose();
  }

  #note(uri: vscode.Uri, event: RuleEvent): void {
    if (this.#rulesFor({ uri: uri.toString(), event }).length > 0)
      this.#bursts.add({ uri: uri.toString(), event });
  }

  #rulesFor({ uri, event }: ChangedFile, rules: RuleList = this.#parts.rules()): ConversionRule[] {
    const inFolder = this.#pathOf(vscode.Uri.parse(uri));
    return inFolder === undefined ? [] : rulesFor(rules, inFolder, event);
  }

  /** A path relative to the folder; `undefined` if rules don't apply to it. */
  #pathOf(uri: vscode.Uri): string | undefined {
    const inFolder = path.posix.relative(this.#folder.path, uri.path);
    return inFolder === '' || isExcludedFromRules(inFolder) ? undefined : inFolder;
  }

  /** Notes the files in added folders. If a folder arrives as a whole, VS Code doesn't report its files. */
  async #lookInto(added: readonly ChangedFile[]): Promise<void> {
    const facts = await Promise.all(added.map(async ({ uri }) => this.#facts(uri)));
    const folders = added
      .filter((_, index) => facts[index]?.kind === 'folder' && !facts[index].isLink)
      .map(({ uri }) => uri);
    const wanted = async (uri: vscode.Uri): Promise<boolean> =>
      this.#rulesFor({ uri: uri.toString(), event: 'add' }).length > 0;
    let outer: string | undefined;
    for (const folder of folders.toSorted()) {
      if (outer !== undefined && folder.startsWith(outer)) continue;
      outer = `${folder}/`;
      const { files } = await filesBelow(vscode.Uri.parse(folder), wanted, this.#ended.signal);
      for (const file of files) this.#note(file, 'add');
    }
  }

  #take(files: readonly ChangedFile[]): void {
    this.#working = this.#working
      .then(() => this.#work(files))
      .catch((error: unknown) => {
        if (!this.#ended.signal.aborted) this.#parts.onFault(error);
      });
  }

  async #work(all: readonly ChangedFile[]): Promise<void> {
    const isExcluded = excludeMatcher(this.#folder);
    const files = all.filter(({ uri }) => !foldersOf(this.#folder, vscode.Uri.parse(uri)).some(isExcluded));
    if (files.length === 0 || this.#ended.signal.aborted) return;
    if (!(await this.#lease.take())) {
      this.#parts.onDidWork({ failures: [], isElsewhere: true });
      return;
    }
    const memory = await this.#remembered();
    const others: ChangedFile[] = [];
    for (const file of files) {
      const now = await this.#facts(file.uri);
      if (now !== undefined && !memory.isOurs(file.uri, now)) others.push(file);
    }
    if (others.length > maxWithoutConfirmation && !(await this.#parts.mayStart(others.length))) return;
    const failures: RuleFailure[] = [];
    for await (const still of stillFiles(others, this.#facts, systemClock, this.#ended.signal))
      failures.push(...(await this.#follow(memory, still)));
    if (failures.length > 0) this.#parts.onDidWork({ failures, isElsewhere: false });
  }

  async #remembered(): Promise<RuleMemory> {
    if (this.#memory === undefined) {
      this.#memory = await RuleMemory.open(this.#memoryFile);
      await this.#remember(this.#parts.jobs.all());
    }
    return this.#memory;
  }

  async #follow(
    memory: RuleMemory,
    files: readonly (readonly [ChangedFile, FileFacts])[],
  ): Promise<RuleFailure[]> {
    const rules = this.#parts.rules();
    const byPreset = new Map<string, { readonly rule: ConversionRule; readonly sources: string[] }>();
    for (const [file, now] of files) {
      if (memory.isOurs(file.uri, now)) continue;
      for (const rule of this.#rulesFor(file, rules)) {
        if (await isDone(memory, rule.preset, file.uri, now, this.#facts)) continue;
        const { name } = rule.preset;
        const entry = byPreset.get(name) ?? { rule, sources: [] };
        entry.sources.push(file.uri);
        byPreset.set(name, entry);
      }
    }
    const failures: RuleFailure[] = [];
    for (const { rule, sources } of byPreset.values()) {
      this.#ended.signal.throwIfAborted();
      failures.push(...(await applyPreset(this.#parts, memory, rule.preset, sources)));
      this.#parts.onDidWork({ last: sources.at(-1) ?? '', failures: [], isElsewhere: false });
    }
    return failures;
  }

  /**
   * Records the results of jobs that ended outside a burst, because they were retried or belong to the last session.
   * That happens before VS Code reports their files as changed.
   */
  async #remember(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs)
      if (job.state.name === 'done')
        await this.#memory?.ended(
          job,
          this.#parts.jobs.placedBy(job.id),
          originalOf(this.#parts.jobs, job.id),
        );
  }

  readonly #facts = async (uri: string): Promise<FileFacts | undefined> =>
    disk.facts(uri).catch(() => undefined);
}

/** A file and the folders that contain it, up to `top`, which isn't included. */
function foldersOf(top: vscode.Uri, uri: vscode.Uri): vscode.Uri[] {
  const found: vscode.Uri[] = [];
  for (let each = uri; each.path.length > top.path.length + 1; each = vscode.Uri.joinPath(each, '..'))
    found.push(each);
  return found;
}

export interface RuleParts {
  readonly jobs: Jobs;
  readonly offers: Offers;
}

/** A file, given by URI, that couldn't be processed, with the reason. */
interface RuleFailure {
  readonly source: string;
  readonly problem: Problem;
}

/**
 * Applies a preset to files and returns the failures. Always runs on this computer, regardless of settings. A result
 * replaces the previous one that the preset made from the same file, unless somebody has changed it. All other files
 * keep their names.
 */
async function applyPreset(
  { jobs, offers }: RuleParts,
  memory: RuleMemory,
  { name, work }: Preset,
  files: readonly string[],
): Promise<RuleFailure[]> {
  const offer = await offers.here();
  const selected = files.map(async (uri) => ({
    uri,
    format: await formatOfFile(vscode.Uri.parse(uri), { thorough: true }),
    inFolder: false,
    neverUploaded: true,
  }));
  const plan = planWork({ offer, files: await Promise.all(selected), truncated: false }, work);
  const { requests, refused } = requestsOf(plan);
  const here = requests.flatMap((request) =>
    request.service === 'local' ? placedByRule(request, memory, name) : [],
  );
  const started = jobs.add(here);
  await memory.begun(started, name);
  const settled = await jobs.settled(started.map(({ id }) => id));
  for (const job of settled) await memory.ended(job, jobs.placedBy(job.id), originalOf(jobs, job.id));
  const failed = settled.filter(hasFailed);
  return [
    ...refused.map(({ uri, problem }) => ({ source: uri, problem })),
    ...failed.flatMap(({ source, state }) =>
      state.name === 'failed' ? { source, problem: state.problem } : [],
    ),
  ];
}

/** The original that a job's result replaced, which undoing the job would restore. */
function originalOf(jobs: Jobs, id: string): { sizeBytes: number; modifiedMs: number } | undefined {
  const backup = jobs.backupOf(id);
  return backup?.modifiedMs === undefined
    ? undefined
    : { sizeBytes: backup.sizeBytes, modifiedMs: backup.modifiedMs };
}

/** True if the preset has already processed the file in its current state, and the result still exists. */
async function isDone(
  memory: RuleMemory,
  { name }: Preset,
  source: string,
  now: FileFacts,
  facts: (uri: string) => Promise<FileFacts | undefined>,
): Promise<boolean> {
  const last = memory.lastOf(source, name);
  if (last === undefined || last.source.sizeBytes !== now.sizeBytes) return false;
  if (last.source.modifiedMs !== now.modifiedMs) return false;
  return isUnchanged(last.output, await facts(last.output.uri));
}

function placedByRule(request: JobRequest, memory: RuleMemory, preset: string): JobRequest {
  const supersedes = memory.lastOf(request.source, preset)?.output;
  const placement = { ...request.placement, onCollision: 'skip' as const };
  return {
    ...request,
    placement: supersedes === undefined ? placement : { ...placement, onCollision: 'overwrite', supersedes },
  };
}
