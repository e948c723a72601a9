import type { Effect } from '../core/effect.ts';
import { copyFile, type FileStore } from '../files/fileStore.ts';
import { fileKey, folderOf, temporaryName } from '../files/fileUri.ts';
import type { Backups } from './backups.ts';
import type { Effects } from './effects.ts';
import { removeFolders } from './outputFolder.ts';
import { isUnchanged } from './placedFile.ts';
import { restoreSource } from './removedSources.ts';

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
