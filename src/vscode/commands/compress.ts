import type { FileResult } from '../batch/fileResult.ts';
import { findFiles } from '../batch/findFiles.ts';
import type { Wish } from '../batch/jobPlan.ts';
import { type BatchContext, runForPerson, runSilently } from '../batch/runBatch.ts';
import { sourceFiles } from '../batch/sourceFiles.ts';
import { askForFiles, urisOf } from '../files/commandFiles.ts';
import { unavailability } from '../offers.ts';
import { problemText } from '../text/problems.ts';
import { say } from '../text/words.ts';
import { showWarning } from '../window/messages.ts';

const wish: Wish = { tool: 'compress', targetFormat: undefined, options: undefined };

/** Compress, as other code calls it: with files it never prompts. From the palette it is for a person. */
export function compress(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> => {
    const uris = urisOf(clicked, selected);
    if (uris.length === 0) return compressSelected(context)();
    const offer = await context.offers.current();
    const { files } = await sourceFiles(uris, 'compress', offer, new AbortController().signal);
    return runSilently(context, offer, files, wish);
  };
}

/** Compress, as menus call it: with the same arguments as code does, but for a person who wants to see and confirm. */
export function compressSelected(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> => {
    const given = urisOf(clicked, selected);
    const uris = given.length > 0 ? given : await askForFiles(say('Compress'));
    if (uris.length === 0) return [];
    const found = await findFiles(context, uris, 'compress');
    if (found === undefined) return [];
    if (found.files.length === 0) {
      const reason = unavailability(found.offer) ?? { code: 'formats.nothing_here', detail: '' };
      void showWarning(problemText(reason));
      return [];
    }
    return runForPerson(context, found.offer, found.files, wish);
  };
}
