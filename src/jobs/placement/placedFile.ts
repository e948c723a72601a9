import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../util/clock.ts';
import type { UndoHistory } from '../core/undoEntry.ts';
import type { Job, PlacedFile } from '../core/job.ts';
import type { FileFacts, FileStore } from '../core/fileStore.ts';
import { folderOf, temporaryName } from '../core/fileUri.ts';

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

/** Removes a file that the extension saved. Returns `false` if somebody has changed it. */
export async function removeUnchanged(files: FileStore, placed: PlacedFile): Promise<boolean> {
  if (!isUnchanged(placed, await files.facts(placed.uri))) return false;
  await files.discard(placed.uri);
  return true;
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

interface CompanionParts {
  readonly files: FileStore;
  readonly undoHistory: UndoHistory;
  readonly clock: Clock;
}

/**
 * Writes a file that belongs to a batch's results. Undoing the batch removes the file. An existing file isn't
 * overwritten.
 * @returns whether the file was written
 * @throws FileStoreError, and leaves no partial file behind
 */
export async function placeCompanion(
  { files, undoHistory, clock }: CompanionParts,
  batch: string,
  uri: string,
  content: Uint8Array,
): Promise<boolean> {
  const temporary = await files.createTemporary(folderOf(uri), temporaryName());
  try {
    await pipeline(Readable.from([content], { objectMode: false }), temporary.sink);
    const facts = await files.facts(temporary.uri);
    if (facts !== undefined && (await files.moveToFree(temporary.uri, uri))) {
      const output = placedFile(uri, facts);
      // No job made this file, but its undo entry needs an id.
      const jobId = randomUUID();
      undoHistory.add({ jobId, batch, at: clock.now(), output, replaced: undefined, madeFolders: undefined });
      return true;
    }
  } catch (error) {
    await files.remove(temporary.uri).catch(() => {});
    throw error;
  }
  await files.remove(temporary.uri);
  return false;
}
