import type { Job, PlacedFile } from '../core/job.ts';
import type { FileFacts, FileStore } from '../files/fileStore.ts';

/** What tells a file that has these facts from what a person makes of it later. */
export function placedFile(uri: string, { sizeBytes, modifiedMs }: FileFacts): PlacedFile {
  return { uri, sizeBytes, modifiedMs };
}

/** Whether what has the name now is the file that we put there, unchanged. */
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
 * Gives an output the date of its source, where that is asked for. To be done before it is moved to its place, so that what
 * tells it from others never changes there; a file system that refuses leaves it as it is.
 */
export async function giveDate(files: FileStore, temporary: string, job: Job): Promise<void> {
  const { placement, sourceModifiedMs } = job;
  if (!placement.keepDates || sourceModifiedMs === undefined) return;
  await files.setModified(temporary, sourceModifiedMs).catch(() => {});
}
