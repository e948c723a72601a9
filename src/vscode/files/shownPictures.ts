import path from 'node:path';
import type { PictureFinder } from '../../jobs/queue/shownPictures.ts';
import type { ReferenceReader } from '../../references/referenceReader.ts';
import { systemClock } from '../../util/clock.ts';

/** The script of the process that parses texts. Its bundle is in the same folder. */
export const workerScript = path.join(import.meta.dirname, 'referencesWorker.cjs');

/** Finds the pictures that texts show, in a process that ends when there are no more texts to read. */
export function pictureFinder(): PictureFinder['find'] {
  let reader: ReferenceReader | undefined;
  let waiting = 0;
  return async (text, format, isFile, signal) => {
    waiting += 1;
    try {
      const { ReferenceReader } = await import('../../references/index.ts');
      reader ??= new ReferenceReader(workerScript, systemClock);
      return await reader.pictures(text, format, { top: '', isFile }, signal);
    } finally {
      waiting -= 1;
      if (waiting === 0) {
        reader?.dispose();
        reader = undefined;
      }
    }
  };
}
