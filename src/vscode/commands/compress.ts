import type * as vscode from 'vscode';
import { obstacleTo } from '../../formats/possibilities.ts';
import { planWork, type Task } from '../../formats/workPlan.ts';
import type { FileResult } from '../batch/fileResult.ts';
import { type BatchContext, runForPerson, runSilently } from '../batch/runBatch.ts';
import { selectFiles, selectForPerson } from '../batch/selectFiles.ts';
import { askForFiles, urisOf } from '../files/commandFiles.ts';
import { obstacleText } from '../model/targetList.ts';
import { say } from '../text/words.ts';
import { showWarning } from '../window/messages.ts';
import { askForOptions } from './askForOptions.ts';

const task: Task = { tool: 'compress', targetFormat: undefined };

/** Compress, as other code calls it: with files it never prompts. From the palette it is for a person. */
export function compress(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> => {
    const uris = await urisOf(clicked, selected);
    if (uris.length === 0) return compressSelected(context)();
    const selection = await selectFiles(context, uris, 'compress');
    return runSilently(context, planWork(selection, task), {});
  };
}

/** Compress, as menus call it: with the same arguments as code does, but for a person who wants to see and confirm. */
export function compressSelected(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> =>
    compressForPerson(context, await urisOf(clicked, selected), false);
}

/** Compress With Options…: asks first for what the services let a person set. */
export function compressWithOptions(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> =>
    compressForPerson(context, await urisOf(clicked, selected), true);
}

async function compressForPerson(
  context: BatchContext,
  given: readonly vscode.Uri[],
  withOptions: boolean,
): Promise<FileResult[]> {
  const uris = given.length > 0 ? given : await askForFiles(say('Compress'));
  if (uris.length === 0) return [];
  const selection = await selectForPerson(context, uris, 'compress');
  if (selection === undefined) return [];
  if (selection.files.length + (selection.results?.length ?? 0) === 0) {
    void showWarning(obstacleText(selection, obstacleTo(selection)));
    return [];
  }
  const plan = planWork(selection, task);
  const details = withOptions ? await askForOptions(context, plan) : {};
  return details === undefined || details === 'back' ? [] : runForPerson(context, plan, details);
}
