import * as vscode from 'vscode';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Job } from '../../jobs/core/job.ts';
import { DiskFileStore } from '../../jobs/core/diskFileStore.ts';
import { fileKey } from '../../jobs/core/fileUri.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isUnchanged } from '../../jobs/placement/placedFile.ts';
import type { Disposable } from '../../util/disposable.ts';
import { KeyedLock } from '../../util/keyedLock.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { namesOnlyItself } from './pathspec.ts';
import {
  repositoryOf,
  gitApi,
  type Repository,
  type ChosenRepository,
  stagedDeletion,
  unstagedChanges,
} from './repositories.ts';
import { type StagingEntry, StagingHistory } from './stagingHistory.ts';
import { isImageFormat } from '../../contract/formats/table.ts';
import { formatOfFile } from '../files/workspaceFiles.ts';

/** URIs of files that should be staged again. */
interface StagingOutcome {
  readonly staged: readonly string[];
  /** Files that somebody else changed or staged, so they aren't staged again. */
  readonly left: readonly string[];
}

/** A file to stage if it is still in a known state on disk and in the index. */
interface Wanted {
  readonly entry: StagingEntry;
  readonly onDisk: { readonly sizeBytes: number; readonly modifiedMs: number };
  readonly inIndex: string;
}

const disk = new DiskFileStore();

/**
 * Stages compressed files again that were staged before, and again when the compression is undone. Only stages content
 * that the extension wrote, and only if nobody else has changed or staged the file since.
 */
export class Staging implements Disposable {
  readonly #jobs: Jobs;
  readonly #history: StagingHistory;
  readonly #lock = new KeyedLock();
  readonly #listener: Disposable;
  /** Batches whose results are staged together once all jobs have ended or are parked. */
  readonly #followed = new Set<string>();

  constructor(jobs: Jobs, store: KeyValueStore) {
    this.#jobs = jobs;
    this.#history = new StagingHistory(store);
    // Jobs that were parked or belong to the last session end without a command that stages their results.
    this.#listener = jobs.onDidChange(({ jobs: changed }) => {
      const alone = changed.filter((job) => isInPlace(job) && !this.#followed.has(job.batch));
      if (alone.length > 0) void this.stageResults(alone).catch(() => {});
    });
  }

  /** Remembers the staged content of sources that the jobs will replace. */
  async expect(jobs: readonly Job[], images: readonly StagedImage[]): Promise<void> {
    const objects = new Map(images.map(({ uri, object }) => [uri.toString(), object]));
    const entries = jobs.flatMap(({ batch, source }) => {
      const before = objects.get(source);
      return before === undefined ? [] : [{ batch, uri: source, before }];
    });
    for (const { batch } of entries) this.#followed.add(batch);
    await this.#history.keep(entries);
  }

  /** Stages the results that replaced their sources. */
  async stageResults(jobs: readonly Job[]): Promise<StagingOutcome> {
    return this.#lock.run('index', async () => {
      const wanted = jobs.flatMap((job) => {
        const { id, batch, source } = job;
        this.#followed.delete(batch);
        const entry = this.#history.ofBatch(batch).find(({ uri }) => uri === source);
        const placed = this.#jobs.placedBy(id);
        const isDone = isInPlace(job) && placed !== undefined;
        if (entry === undefined || entry.after !== undefined || !isDone) return [];
        return [{ id, entry, onDisk: placed, inIndex: entry.before }];
      });
      const { objects, outcome } = await stage(wanted);
      const kept = wanted.flatMap(({ id, entry }) => {
        const object = objects.get(entry.uri);
        const original = this.#jobs.backupOf(id);
        if (object === undefined || original?.modifiedMs === undefined) return [];
        const { sizeBytes, modifiedMs } = original;
        return [{ ...entry, after: { object, sizeBytes, modifiedMs } }];
      });
      await this.#history.keep(kept);
      return outcome;
    });
  }

  /** Stages the originals that were restored by undoing a batch. */
  async stageOriginals(batch: string): Promise<StagingOutcome> {
    return this.#lock.run('index', async () => {
      const wanted = this.#history
        .ofBatch(batch)
        .flatMap((entry) =>
          entry.after === undefined ? [] : [{ entry, onDisk: entry.after, inIndex: entry.after.object }],
        );
      const { outcome } = await stage(wanted);
      const done = wanted.filter(({ entry }) => outcome.staged.includes(entry.uri));
      await this.#history.forget(done.map(({ entry }) => entry));
      return outcome;
    });
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

function isInPlace({ tool, source, state }: Job): boolean {
  return tool === 'compress' && state.name === 'done' && state.output === source;
}

/** Stages files, one repository at a time. Also returns the object ids of the staged content. */
async function stage(
  wanted: readonly Wanted[],
): Promise<{ readonly objects: ReadonlyMap<string, string>; readonly outcome: StagingOutcome }> {
  const objects = new Map<string, string>();
  const api = wanted.length === 0 ? undefined : await gitApi();
  const byRepository = Map.groupBy(wanted, ({ entry }) =>
    api === undefined ? undefined : repositoryOf(api, vscode.Uri.parse(entry.uri)),
  );
  for (const [repository, files] of byRepository) {
    if (repository === undefined) continue;
    for (const [uri, object] of await stageIn(repository, files)) objects.set(uri, object);
  }
  const uris = wanted.map(({ entry }) => entry.uri);
  return {
    objects,
    outcome: {
      staged: uris.filter((uri) => objects.has(uri)),
      left: uris.filter((uri) => !objects.has(uri)),
    },
  };
}

async function stageIn(repository: Repository, files: readonly Wanted[]): Promise<Map<string, string>> {
  await repository.status();
  const unstaged = unstagedPaths(repository);
  // Files that have been committed or unstaged in the meantime are no longer staged changes.
  const changes = new Set(repository.state.indexChanges.map(({ uri }) => fileKey(uri.toString())));
  const untouched: Wanted[] = [];
  for (const file of files) {
    const uri = vscode.Uri.parse(file.entry.uri);
    const isOurs =
      changes.has(fileKey(file.entry.uri)) &&
      (await isAsKnown(file)) &&
      (await stagedObject(repository, uri)) === file.inIndex;
    if (isOurs && namesOnlyItself(pathIn(repository.rootUri, uri), unstaged)) untouched.push(file);
  }
  const staged = new Map<string, string>();
  if (untouched.length === 0) return staged;
  await repository.add(untouched.map(({ entry }) => vscode.Uri.parse(entry.uri).fsPath));
  for (const file of untouched) {
    const object = await stagedObject(repository, vscode.Uri.parse(file.entry.uri));
    // If another program wrote the file at this very moment, that program's content has been staged.
    if (object !== undefined && (await isAsKnown(file))) staged.set(file.entry.uri, object);
  }
  return staged;
}

async function isAsKnown({ entry: { uri }, onDisk }: Wanted): Promise<boolean> {
  return isUnchanged({ uri, ...onDisk }, await disk.facts(uri).catch(() => undefined));
}

/** A staged image whose content on disk is the same. */
interface StagedImage {
  readonly uri: vscode.Uri;
  /** Git's object id of the staged content. */
  readonly object: string;
}

export interface StagedImages {
  readonly whole: readonly StagedImage[];
  /** Images whose staged content differs from that on disk or in an editor. */
  readonly inPart: readonly vscode.Uri[];
  /** Images for which only a Git LFS pointer is on disk. */
  readonly pointers: readonly vscode.Uri[];
}

/** The start of a Git LFS pointer, which is shorter than 1024 bytes (git-lfs, docs/spec.md). */
const pointerBeginning = 'version https://git-lfs.github.com/spec/';
const maxPointerBytes = 1024;

const plainModes = new Set(['100644', '100755']);

/** Finds the staged images. Submodules, links, and staged deletions are left out. */
export async function stagedImages({ repository, files }: ChosenRepository): Promise<StagedImages> {
  const wanted = files && keysOf(files);
  const changed = keysOf(unstagedChanges(repository).map(({ uri }) => uri));
  const unsaved = keysOf(vscode.workspace.textDocuments.flatMap((each) => (each.isDirty ? each.uri : [])));
  const found = { whole: [] as StagedImage[], inPart: [] as vscode.Uri[], pointers: [] as vscode.Uri[] };
  for (const { uri, status } of repository.state.indexChanges) {
    const key = keyOf(uri);
    if (status === stagedDeletion || wanted?.has(key) === false || !(await isImage(uri))) continue;
    const staged = await stagedObject(repository, uri);
    const facts = await disk.facts(uri.toString()).catch(() => undefined);
    if (staged === undefined) continue;
    if (changed.has(key) || unsaved.has(key)) found.inPart.push(uri);
    else if (facts?.kind !== 'file' || facts.isLink) continue;
    else if (facts.sizeBytes < maxPointerBytes && (await isPointer(uri))) found.pointers.push(uri);
    else found.whole.push({ uri, object: staged });
  }
  return found;
}

/** The object id of a regular file in the index; `undefined` if it isn't there, or is a link or a submodule. */
async function stagedObject(repository: Repository, uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { mode, object } = await repository.getObjectDetails('', uri.fsPath);
    return plainModes.has(mode) ? object : undefined;
  } catch {
    return undefined;
  }
}

/** Paths in a repository that have unstaged changes, relative to the repository. */
function unstagedPaths(repository: Repository): string[] {
  return unstagedChanges(repository).map(({ uri }) => pathIn(repository.rootUri, uri));
}

/** The path of a file relative to a folder, as Git writes it. */
function pathIn(root: vscode.Uri, uri: vscode.Uri): string {
  return path.relative(root.fsPath, uri.fsPath).split(path.sep).join('/');
}

async function isImage(uri: vscode.Uri): Promise<boolean> {
  return isImageFormat(await formatOfFile(uri, { thorough: true }));
}

async function isPointer(uri: vscode.Uri): Promise<boolean> {
  const text = await readFile(uri.fsPath, 'utf8').catch(() => '');
  return text.startsWith(pointerBeginning);
}

function keysOf(uris: readonly vscode.Uri[]): ReadonlySet<string> {
  return new Set(uris.map(keyOf));
}

function keyOf(uri: vscode.Uri): string {
  return fileKey(uri.toString());
}
