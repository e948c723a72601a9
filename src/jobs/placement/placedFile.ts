import type { Job, PlacedFile } from '../core/job.ts';
import type { FileFacts, FileStore } from '../files/fileStore.ts';

/** The facts by which later changes of a file are detected. */
export function placedFile(uri: string, { sizeBytes, modifiedMs }: FileFacts): PlacedFile {
  return { uri, sizeBytes, modifiedMs };
}

/** True if the file is still the one that we saved, unchanged. */
export function isStill(placed: PlacedFile, facts: FileFacts | undefined): boolean {
  return (
    facts !== undefined &&
    facts.kind === 'file' &&
    !facts.isLink &&
    facts.sizeBytes === placed.sizeBytes &&
    facts.modifiedMs === placed.modifiedMs
  );
}

/**
 * Gives an output the date of its source, if requested. This happens before the move, so that the identifying facts
 * don't change at the destination; a file system that refuses is ignored.
 */
export async function giveDate(files: FileStore, temporary: string, job: Job): Promise<void> {
  const { placement, sourceModifiedMs } = job;
  if (!placement.keepDates || sourceModifiedMs === undefined) return;
  await files.setModified(temporary, sourceModifiedMs).catch(() => {});
}
