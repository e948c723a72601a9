import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { numberedName } from '../../contract/safeFileName.ts';
import { type Clock, dayMs } from '../../util/clock.ts';
import { type Backup, backupsOf, type Effect, type Effects } from '../core/effect.ts';
import type { Job } from '../core/job.ts';
import { copyFile, type FileFacts, type FileStore } from '../core/fileStore.ts';
import { baseName, fileKey, folderOf, inFolder, temporaryName } from '../core/fileUri.ts';
import { removeFolders } from './outputFolder.ts';
import { isUnchanged } from './placedFile.ts';

/** The number of files that an undo affected. `kept` files have been changed or are inaccessible, so they stay. */
export interface UndoOutcome {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

interface UndoParts {
  readonly files: FileStore;
  readonly effects: Effects;
  readonly backups: Backups;
}

/**
 * Undoes a batch: removes its outputs if they are unchanged, restores replaced files and removed sources, and removes
 * the folders that were created for it if they are empty.
 */
export async function undo(
  parts: UndoParts,
  batch: string | undefined,
): Promise<{ outcome: UndoOutcome; undone: readonly string[] }> {
  const counts = { removed: 0, restored: 0, kept: 0 };
  const undone: string[] = [];
  const effects = batch === undefined ? parts.effects.ofLastBatch() : parts.effects.ofBatch(batch);
  // The batch of the latest output at each path. Size and date aren't enough to tell outputs apart, because each may
  // have its source's date.
  const latest = new Map(parts.effects.all().map(({ output, batch: at }) => [fileKey(output.uri), at]));
  const made = new Set(effects.flatMap(({ madeFolders }) => madeFolders ?? []));
  for (const effect of effects.toReversed()) {
    if (effect.removedSource !== undefined) {
      const isBack = await restoreSource(parts, effect.jobId).catch(() => undefined);
      if (isBack !== false) counts[isBack === undefined ? 'kept' : 'restored'] += 1;
      if (isBack === undefined) continue;
    }
    const isLatest = latest.get(fileKey(effect.output.uri)) === effect.batch;
    const done = isLatest ? await undoEffect(parts, effect).catch(() => undefined) : 'kept';
    counts[done ?? 'kept'] += 1;
    // A step that failed, for example because the disk is full, can be retried.
    if (done === undefined) continue;
    if (done !== 'kept') undone.push(effect.jobId);
    // Changed files stay, and their effects are dropped, so that the next undo continues with the previous batch.
    parts.effects.remove(effect.jobId);
  }
  await removeFolders(
    parts.files,
    [...made].toSorted((a, b) => a.length - b.length),
  );
  return { outcome: counts, undone };
}

async function undoEffect({ files, backups }: UndoParts, effect: Effect): Promise<keyof UndoOutcome> {
  const { output, replaced } = effect;
  if (!isUnchanged(output, await files.facts(output.uri))) return 'kept';
  if (replaced === undefined) {
    await files.discard(output.uri);
    return 'removed';
  }
  const copy = await copyFile(files, replaced.uri, folderOf(output.uri), temporaryName());
  if (replaced.modifiedMs !== undefined) await files.setModified(copy, replaced.modifiedMs).catch(() => {});
  await files.replace(copy, output.uri);
  await backups.remove(replaced);
  return 'restored';
}

/**
 * Backs up a job's source before the caller removes it, so that undoing the batch restores it. Returns `false` if the
 * job can't be undone any more, or if the backup would be too large. The source must not be removed then.
 */
export async function backUpSource({ files, effects, backups }: UndoParts, job: Job): Promise<boolean> {
  const effect = effects.get(job.id);
  const facts = await files.facts(job.source).catch(() => undefined);
  if (effect === undefined || facts?.kind !== 'file' || facts.isLink) return false;
  const backup = await backups.take(job.source, facts, job.batch);
  if (backup === undefined) return false;
  await forgetCopy({ backups }, effect);
  effects.add({ ...effect, removedSource: { uri: job.source, backup } });
  return true;
}

/** True if a job's source was removed. Otherwise, deletes its backup. */
export async function isSourceGone({ files, effects, backups }: UndoParts, jobId: string): Promise<boolean> {
  const effect = effects.get(jobId);
  if (effect?.removedSource === undefined) return false;
  const { uri, backup } = effect.removedSource;
  const facts = await files.facts(uri);
  if (facts?.sizeBytes !== backup.sizeBytes || facts.modifiedMs !== backup.modifiedMs) return true;
  await forgetCopy({ backups }, effect);
  effects.add({ ...effect, removedSource: undefined });
  return false;
}

/** Restores a job's source, under a new name if the old one exists. Returns `false` if the source wasn't removed. */
export async function restoreSource(parts: UndoParts, jobId: string): Promise<boolean> {
  const { files, effects, backups } = parts;
  // The user may still be deciding whether to remove the source.
  const effect = (await isSourceGone(parts, jobId)) ? effects.get(jobId) : undefined;
  if (effect?.removedSource === undefined) return false;
  const { uri, backup } = effect.removedSource;
  const folder = folderOf(uri);
  const copy = await copyFile(files, backup.uri, folder, temporaryName());
  if (backup.modifiedMs !== undefined) await files.setModified(copy, backup.modifiedMs).catch(() => {});
  const moved = async (number: number): Promise<boolean> =>
    files.moveToFree(copy, inFolder(folder, numberedName(baseName(uri), number)));
  for (let number = 0; !(await moved(number));) number += 1;
  effects.add({ ...effect, removedSource: undefined });
  await backups.remove(backup);
  return true;
}

async function forgetCopy({ backups }: Pick<UndoParts, 'backups'>, { removedSource }: Effect): Promise<void> {
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
  readonly #effects: Effects;
  readonly #clock: Clock;
  readonly #limits: BackupLimits;

  constructor(files: FileStore, folder: string, effects: Effects, clock: Clock, limits = backupLimits) {
    this.#files = files;
    this.#folder = folder;
    this.#effects = effects;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Copies a file durably. Returns `undefined` if the backups of its batch would become too large. */
  async take(uri: string, { sizeBytes, modifiedMs }: FileFacts, batch: string): Promise<Backup | undefined> {
    const { maxFiles, maxBytes } = this.#limits;
    await this.prune();
    for (;;) {
      const kept = this.#effects.all().flatMap(backupsOf);
      const bytes = kept.reduce((sum, backup) => sum + backup.sizeBytes, sizeBytes);
      if (kept.length < maxFiles && bytes <= maxBytes) break;
      const oldest = this.#effects.all().find((effect) => backupsOf(effect).length > 0);
      if (oldest === undefined || oldest.batch === batch) return undefined;
      await this.#forget(oldest.batch);
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const folder = pathToFileURL(this.#folder).href;
    return { uri: await copyFile(this.#files, uri, folder, `${randomUUID()}.bak`), sizeBytes, modifiedMs };
  }

  async remove(backup: Backup): Promise<void> {
    await this.#files.remove(backup.uri).catch(() => {});
  }

  /** Deletes backups that are too old, or exceed the size limit. */
  async prune(): Promise<void> {
    const oldestAt = this.#clock.now() - this.#limits.maxAgeMs;
    const all = this.#effects.all();
    const surplus = all.slice(0, Math.max(0, all.length - this.#limits.maxFiles));
    const last = all.at(-1)?.batch;
    const batches = new Set(
      [...surplus, ...all.filter((effect) => effect.at < oldestAt)].map((effect) => effect.batch),
    );
    for (const batch of batches) if (batch !== last) await this.#forget(batch);
  }

  async #forget(batch: string): Promise<void> {
    for (const effect of this.#effects.ofBatch(batch)) {
      this.#effects.remove(effect.jobId);
      for (const backup of backupsOf(effect)) await this.remove(backup);
    }
  }
}
