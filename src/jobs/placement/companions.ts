import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../util/clock.ts';
import type { FileStore } from '../files/fileStore.ts';
import { folderOf, temporaryName } from '../files/fileUri.ts';
import type { Effects } from './effects.ts';
import { placedFile } from './placedFile.ts';

interface CompanionParts {
  readonly files: FileStore;
  readonly effects: Effects;
  readonly clock: Clock;
}

/**
 * Writes a file that belongs to a batch's results. Undoing the batch removes the file. An existing file isn't
 * overwritten.
 * @returns whether the file was written
 * @throws FileStoreError, and leaves no partial file behind
 */
export async function placeCompanion(
  { files, effects, clock }: CompanionParts,
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
      // No job made this file, but its effect needs an id.
      const jobId = randomUUID();
      effects.add({ jobId, batch, at: clock.now(), output, replaced: undefined, madeFolders: undefined });
      return true;
    }
  } catch (error) {
    await files.remove(temporary.uri).catch(() => {});
    throw error;
  }
  await files.remove(temporary.uri);
  return false;
}
