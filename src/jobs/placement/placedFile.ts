import type { Job, PlacedFile } from '../core/job.ts';
import type { FileFacts, FileStore } from '../files/fileStore.ts';

/** The properties of a saved file that show whether it was changed later. */
export function placedFile(uri: string, { sizeBytes, modifiedMs }: FileFacts): PlacedFile {
  return { uri, sizeBytes, modifiedMs };
}

/** True if the file is unchanged since the extension saved it. */
export function isUnchanged(placed: PlacedFile, facts: FileFacts | undefined): boolean {
  return (
    facts !== undefined &&
    facts.kind === 'file' &&
    !facts.isLink &&
    facts.sizeBytes === placed.sizeBytes &&
    facts.modifiedMs === placed.modifiedMs
  );
}

/**
 * Gives an output the date of its source, if requested. Runs before the move, because later changes of the file are
 * detected by its date. Ignores file systems that don't support it.
 */
export async function copySourceDate(files: FileStore, temporary: string, job: Job): Promise<void> {
  const { placement, sourceModifiedMs } = job;
  if (!placement.keepDates || sourceModifiedMs === undefined) return;
  await files.setModified(temporary, sourceModifiedMs).catch(() => {});
}
