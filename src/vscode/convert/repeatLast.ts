import type { BatchFileResult } from '../batch/fileResult.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import { runWorkForPerson, selectForWork } from '../batch/runWork.ts';
import { urisOf } from '../files/commandFiles.ts';
import { makeImageSet } from '../imageSets/makeImageSet.ts';
import { say } from '../text/safeText.ts';
import { showInformation } from '../ui/messages.ts';

/** Implements **Repeat Last Conversion**: repeats the user's last work with other files. */
export function repeatLast(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<BatchFileResult[]> => {
    const last = context.lastWork.get();
    if (last === undefined) {
      void showInformation(say('There’s nothing to repeat yet. Convert or compress a file first.'));
      return [];
    }
    const uris = await urisOf(clicked, selected);
    const { imageSet } = last;
    if (imageSet === undefined) return runWorkForPerson(context, uris, last);
    const selection = await selectForWork(context, uris, last);
    return selection === undefined ? [] : makeImageSet(context, selection, imageSet, last);
  };
}
