import type { Effect } from '../core/effect.ts';
import type { Job } from '../core/job.ts';
import { copyFile, type FileStore } from '../files/fileStore.ts';
import { baseName, folderOf, inFolder, temporaryName } from '../files/fileUri.ts';
import type { Backups } from './backups.ts';
import type { Effects } from './effects.ts';
import { numberedName } from '../../contract/safeFileName.ts';

interface Parts {
  readonly files: FileStore;
  readonly effects: Effects;
  readonly backups: Backups;
}

/**
 * Backs up a job's source before the caller removes it, so that undoing the batch restores it. Returns `false` if the
 * job can't be undone any more, or if the backup would be too large. The source must not be removed then.
 */
export async function backUpSource({ files, effects, backups }: Parts, job: Job): Promise<boolean> {
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
export async function isSourceGone({ files, effects, backups }: Parts, jobId: string): Promise<boolean> {
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
export async function restoreSource(parts: Parts, jobId: string): Promise<boolean> {
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

async function forgetCopy({ backups }: Pick<Parts, 'backups'>, { removedSource }: Effect): Promise<void> {
  if (removedSource !== undefined) await backups.remove(removedSource.backup);
}
