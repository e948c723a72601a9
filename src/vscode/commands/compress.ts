import type * as vscode from 'vscode';
import { obstacleTo } from '../../formats/possibilities.ts';
import { planWork, type Task } from '../../formats/workPlan.ts';
import type { FileResult } from '../batch/fileResult.ts';
import { type BatchContext, runForPerson } from '../batch/runBatch.ts';
import { runWorkForPerson, runWorkSilently } from '../batch/runWork.ts';
import { selectForPerson } from '../batch/selectFiles.ts';
import { askForFiles, urisOf, wishOf } from '../files/commandFiles.ts';
import { givenWork } from '../model/givenWork.ts';
import { obstacleText } from '../model/targetList.ts';
import { currentSettings } from '../settings.ts';
import { say } from '../text/words.ts';
import { showWarning } from '../window/messages.ts';

const task: Task = { tool: 'compress', targetFormat: undefined };

/**
 * Compress, as other code calls it: with files it never prompts. It may be called with what is to be done: `preset`, `options`,
 * `outputFolder` and `outputName`. From the palette or by a key it is for a person.
 * @throws ArgumentsError
 */
export function compress(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown, given?: unknown): Promise<FileResult[]> => {
    const { wish, isOfKey } = wishOf(clicked, given);
    const work = givenWork('compress', wish ?? {}, currentSettings.presets());
    const uris = await urisOf(clicked, selected);
    if (uris.length > 0 && !isOfKey) return runWorkSilently(context, uris, work);
    return wish === undefined ? compressForPerson(context, uris) : runWorkForPerson(context, uris, work);
  };
}

/** Compress, as menus call it: with the same arguments as code does, but for a person who wants to see and confirm. */
export function compressSelected(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> => {
    const { wish } = wishOf(clicked, undefined);
    const uris = await urisOf(clicked, selected);
    if (wish === undefined) return compressForPerson(context, uris);
    return runWorkForPerson(context, uris, givenWork('compress', wish, currentSettings.presets()));
  };
}

async function compressForPerson(context: BatchContext, given: readonly vscode.Uri[]): Promise<FileResult[]> {
  const uris = given.length > 0 ? given : await askForFiles(say('Compress'));
  if (uris.length === 0) return [];
  const selection = await selectForPerson(context, uris, 'compress');
  if (selection === undefined) return [];
  if (selection.files.length + (selection.results?.length ?? 0) === 0) {
    void showWarning(obstacleText(selection, obstacleTo(selection)));
    return [];
  }
  return runForPerson(context, planWork(selection, task), {});
}
