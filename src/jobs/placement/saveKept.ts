import type { Clock } from '../../util/clock.ts';
import { keptOutputOf } from '../core/history.ts';
import type { JobStore } from '../core/jobStore.ts';
import { states } from '../core/states.ts';
import { copyFile } from '../files/copyFile.ts';
import { type FileStore } from '../files/fileStore.ts';
import { folderOf, temporaryName } from '../files/fileUri.ts';
import type { KeptOutputs } from './keptOutputs.ts';
import { giveDate } from './placedFile.ts';

interface SaveKeptParts {
  readonly store: JobStore;
  readonly files: FileStore;
  readonly kept: KeptOutputs;
  readonly clock: Clock;
}

/**
 * Saves a kept output under the name that the user chose, over an existing file: the dialog has asked.
 * @throws FileError, and the output stays where it is kept
 */
export async function saveKept(parts: SaveKeptParts, id: string, targetUri: string): Promise<void> {
  const { store, files, kept, clock } = parts;
  const job = store.get(id);
  const keptOutput = job && keptOutputOf(job);
  if (job === undefined || keptOutput === undefined) return;
  const copy = await copyFile(files, keptOutput, folderOf(targetUri), temporaryName());
  await giveDate(files, copy, job);
  const facts = await files.facts(copy);
  try {
    if (!(await files.moveToFree(copy, targetUri))) await files.replace(copy, targetUri);
  } catch (error) {
    await files.remove(copy).catch(() => {});
    throw error;
  }
  store.transition(id, states.saved(clock.now(), targetUri, facts?.sizeBytes));
  await kept.remove(keptOutput);
}
