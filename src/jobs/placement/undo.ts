import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { numberedName } from '../../contract/safeFileName.ts';
import { type Clock, dayMs } from '../../util/clock.ts';
import { type Backup, backupsOf, type UndoEntry, type UndoHistory } from '../core/undoEntry.ts';
import type { Job } from '../core/job.ts';
import { guarded } from '../core/diskFileStore.ts';
import {
  copyFile,
  type FileFacts,
  type FileStore,
  haveSameContent,
  isFileStoreError,
} from '../core/fileStore.ts';
import { baseName, fileKey, folderOf, inFolder, temporaryName } from '../core/fileUri.ts';
import { removeFolders } from './outputFolder.ts';
import { isUnchanged, removeUnchanged } from './placedFile.ts';

/**
 * The number of files that an undo affected. `kept` files have been changed or are inaccessible, so they stay. A replaced
 * file is then restored under a free name.
 */
export interface UndoOutcome {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

interface UndoParts {
  readonly files: FileStore;
  readonly undoHistory: UndoHistory;
  readonly backups: Backups;
}

/**
 * Undoes a batch: removes its outputs if they are unchanged, restores replaced files and removed sources, and removes
 * the folders that were created for it if they are empty. The caller runs one undo at a time.
 */
export async function undo(
  parts: UndoParts,
  batch: string | undefined,
): Promise<{ outcome: UndoOutcome; undone: readonly string[] }> {
  const counts = { removed: 0, restored: 0, kept: 0 };
  const undone: string[] = [];
  const undoEntries =
    batch === undefined ? parts.undoHistory.ofLastBatch() : parts.undoHistory.ofBatch(batch);
  // The batch of the latest output at each path. Size and date aren't enough to tell outputs apart, because each may
  // have its source's date.
  const latest = new Map(parts.undoHistory.all().map(({ output, batch: at }) => [fileKey(output.uri), at]));
  const made = new Set(undoEntries.flatMap(({ madeFolders }) => madeFolders ?? []));
  for (const entry of undoEntries.toReversed()) {
    if (entry.removedSource !== undefined) {
      const isBack = await restoreSource(parts, entry.jobId).catch(() => undefined);
      if (isBack !== false) counts[isBack === undefined ? 'kept' : 'restored'] += 1;
      if (isBack === undefined) continue;
    }
    const isLatest = latest.get(fileKey(entry.output.uri)) === entry.batch;
    const done = await undoOne(parts, entry, isLatest).catch(() => undefined);
    for (const each of done ?? (['kept'] as const)) counts[each] += 1;
    // A step that failed, for example because the disk is full, can be retried.
    if (done === undefined) continue;
    for (const picture of entry.pictures ?? [])
      counts[(await removeUnchanged(parts.files, picture).catch(() => false)) ? 'removed' : 'kept'] += 1;
    if (!done.includes('kept')) undone.push(entry.jobId);
    // Changed files stay, and their entries are dropped, so that the next undo continues with the previous batch.
    parts.undoHistory.remove(entry.jobId);
  }
  await removeFolders(
    parts.files,
    [...made].toSorted((a, b) => a.length - b.length),
  );
  return { outcome: counts, undone };
}

async function undoOne(
  { files, backups }: UndoParts,
  { jobId, output, replaced }: UndoEntry,
  isLatest: boolean,
): Promise<readonly (keyof UndoOutcome)[]> {
  if (replaced === undefined) {
    return [isLatest && (await removeUnchanged(files, output)) ? 'removed' : 'kept'];
  }
  const facts = await files.facts(replaced.uri);
  // Without a backup, every further attempt would fail, too.
  if (facts?.kind !== 'file') return ['kept'];
  if (await isRestored(files, output.uri, replaced)) {
    await backups.remove(replaced);
    return ['restored'];
  }
  const isIntact = !facts.isLink && facts.sizeBytes === replaced.sizeBytes;
  const done = await withCopy(
    files,
    replaced,
    inFolder(folderOf(output.uri), temporaryName(jobId)),
    async (copy) => {
      // Copying takes time, in which somebody may have saved the file.
      if (isIntact && isLatest && isUnchanged(output, await files.facts(output.uri))) {
        await files.replace(copy, output.uri);
        return ['restored'] as const;
      }
      const isGone = (await files.facts(output.uri)) === undefined;
      await moveBeside(files, copy, output.uri);
      return isGone ? (['restored'] as const) : (['restored', 'kept'] as const);
    },
  );
  await backups.remove(replaced);
  return done;
}

/** True if the user, or an undo that was interrupted, has restored a replaced file. */
async function isRestored(
  files: FileStore,
  uri: string,
  { uri: backup, sizeBytes }: Backup,
): Promise<boolean> {
  const facts = await files.facts(uri);
  if (facts?.kind !== 'file' || facts.isLink || facts.sizeBytes !== sizeBytes) return false;
  return haveSameContent(files, uri, backup);
}

/**
 * Copies a backup to a temporary file, and calls `place` to move the copy. Leaves no copy behind if that fails. If the
 * process dies, the next attempt removes its copy.
 */
async function withCopy<T>(
  files: FileStore,
  { uri, modifiedMs }: Backup,
  temporary: string,
  place: (copy: string) => Promise<T>,
): Promise<T> {
  await files.remove(temporary);
  const copy = await copyFile(files, uri, folderOf(temporary), baseName(temporary));
  try {
    if (modifiedMs !== undefined) await files.setModified(copy, modifiedMs).catch(() => {});
    return await place(copy);
  } catch (error) {
    await files.remove(copy).catch(() => {});
    throw error;
  }
}

/** Moves a temporary file to a name if that is free, else to a numbered one. */
async function moveBeside(files: FileStore, temporary: string, uri: string): Promise<void> {
  const named = (number: number): string => inFolder(folderOf(uri), numberedName(baseName(uri), number));
  for (let number = 0; !(await files.moveToFree(temporary, named(number)));) number += 1;
}

/**
 * Backs up a job's source before the caller removes it, so that undoing the batch restores it. Returns `false` if the
 * job can't be undone any more, or if the backup would be too large. The source must not be removed then.
 */
export async function backUpSource({ files, undoHistory, backups }: UndoParts, job: Job): Promise<boolean> {
  const entry = undoHistory.get(job.id);
  const facts = await files.facts(job.source).catch(() => undefined);
  if (entry === undefined || facts?.kind !== 'file' || facts.isLink) return false;
  const backup = await backups.take(job.source, facts, job.batch);
  if (backup === undefined) return false;
  await forgetCopy({ backups }, entry);
  undoHistory.add({ ...entry, removedSource: { uri: job.source, backup } });
  return true;
}

/** True if a job's source was removed. Otherwise, deletes its backup. */
export async function isSourceGone(
  { files, undoHistory, backups }: UndoParts,
  jobId: string,
): Promise<boolean> {
  const entry = undoHistory.get(jobId);
  if (entry?.removedSource === undefined) return false;
  const { uri, backup } = entry.removedSource;
  const facts = await files.facts(uri);
  if (facts?.sizeBytes !== backup.sizeBytes || facts.modifiedMs !== backup.modifiedMs) return true;
  await forgetCopy({ backups }, entry);
  undoHistory.add({ ...entry, removedSource: undefined });
  return false;
}

/** Restores a job's source, under a new name if the old one exists. Returns `false` if the source wasn't removed. */
export async function restoreSource(parts: UndoParts, jobId: string): Promise<boolean> {
  const { files, undoHistory, backups } = parts;
  // The user may still be deciding whether to remove the source.
  const entry = (await isSourceGone(parts, jobId)) ? undoHistory.get(jobId) : undefined;
  if (entry?.removedSource === undefined) return false;
  const { uri, backup } = entry.removedSource;
  const temporary = inFolder(folderOf(uri), temporaryName(jobId));
  await withCopy(files, backup, temporary, async (copy) => moveBeside(files, copy, uri));
  undoHistory.add({ ...entry, removedSource: undefined });
  await backups.remove(backup);
  return true;
}

async function forgetCopy(
  { backups }: Pick<UndoParts, 'backups'>,
  { removedSource }: UndoEntry,
): Promise<void> {
  if (removedSource !== undefined) await backups.remove(removedSource.backup);
}

export interface BackupLimits {
  readonly maxFiles: number;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

const backupLimits: BackupLimits = {
  maxFiles: 1000,
  maxBytes: 1024 ** 3,
  maxAgeMs: 7 * dayMs,
};

/**
 * Copies of files that outputs replaced. They are needed because neither the trash nor VS Code can restore files
 * everywhere.
 */
export class Backups {
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #undoHistory: UndoHistory;
  readonly #clock: Clock;
  readonly #limits: BackupLimits;

  constructor(
    files: FileStore,
    folder: string,
    undoHistory: UndoHistory,
    clock: Clock,
    limits = backupLimits,
  ) {
    this.#files = files;
    this.#folder = folder;
    this.#undoHistory = undoHistory;
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Copies a file durably. Returns `undefined` if there is no room: the backups of its batch would become too large, or
   * the disk is full.
   */
  async take(uri: string, { sizeBytes, modifiedMs }: FileFacts, batch: string): Promise<Backup | undefined> {
    const { maxFiles, maxBytes } = this.#limits;
    await this.prune();
    for (;;) {
      const kept = this.#undoHistory.all().flatMap(backupsOf);
      const bytes = kept.reduce((sum, backup) => sum + backup.sizeBytes, sizeBytes);
      if (kept.length < maxFiles && bytes <= maxBytes) break;
      const oldest = this.#undoHistory.all().find((entry) => backupsOf(entry).length > 0);
      if (oldest === undefined || oldest.batch === batch) return undefined;
      await this.#forget(oldest.batch);
    }
    try {
      await guarded('file.unwritable', mkdir(this.#folder, { recursive: true, mode: 0o700 }));
      const folder = pathToFileURL(this.#folder).href;
      return { uri: await copyFile(this.#files, uri, folder, `${randomUUID()}.bak`), sizeBytes, modifiedMs };
    } catch (error) {
      if (isFileStoreError(error) && error.code === 'file.no_space') return undefined;
      throw error;
    }
  }

  /** Deletes a backup. Ignores files elsewhere, which a journal that was altered could name. */
  async remove({ uri }: Backup): Promise<void> {
    if (folderOf(uri) === pathToFileURL(this.#folder).href) await this.#files.remove(uri).catch(() => {});
  }

  /** Deletes backups that are too old, or exceed the size limit. */
  async prune(): Promise<void> {
    const oldestAt = this.#clock.now() - this.#limits.maxAgeMs;
    const all = this.#undoHistory.all();
    const surplus = all.slice(0, Math.max(0, all.length - this.#limits.maxFiles));
    const last = all.at(-1)?.batch;
    const batches = new Set(
      [...surplus, ...all.filter((entry) => entry.at < oldestAt)].map((entry) => entry.batch),
    );
    for (const batch of batches) if (batch !== last) await this.#forget(batch);
  }

  async #forget(batch: string): Promise<void> {
    for (const entry of this.#undoHistory.ofBatch(batch)) {
      this.#undoHistory.remove(entry.jobId);
      for (const backup of backupsOf(entry)) await this.remove(backup);
    }
  }
}
