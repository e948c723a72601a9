import type * as vscode from 'vscode';
import type { Selection } from '../../planning/possibilities.ts';
import { obstacleTo } from '../../planning/targetMenu.ts';
import { intoZip, compression } from '../../planning/work.ts';
import { planWork } from '../../planning/workPlan.ts';
import type { BatchFileResult } from '../batch/fileResult.ts';
import { type BatchContext, runForPerson } from '../batch/runBatch.ts';
import { runWorkForPerson, runWorkSilently } from '../batch/runWork.ts';
import { selectForPerson } from '../batch/selectFiles.ts';
import { filesFor, urisOf, requestOf } from '../files/commandFiles.ts';
import { workFromArguments } from '../request/workRequest.ts';
import { presetRows } from '../options/presetRows.ts';
import { obstacleText } from './targetList.ts';
import { type PreviewContext, runFromPreview } from '../livePreview/runFromPreview.ts';
import { currentSettings } from '../settings.ts';
import { say } from '../text/safeText.ts';
import { showWarning } from '../ui/messages.ts';
import { askForOptions } from '../options/askForOptions.ts';

/**
 * Implements **Compress** for calls by code. If files are given, it never asks. Accepts `preset`, `options`,
 * `outputFolder` and `outputName`. From the Command Palette or a key binding, it may ask the user.
 * @throws CodedError `arguments.invalid`
 */
export function compress(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown, given?: unknown): Promise<BatchFileResult[]> => {
    const { request, isOfKey } = requestOf(clicked, given);
    const work = workFromArguments('compress', request ?? {}, currentSettings.presets());
    const uris = await urisOf(clicked, selected);
    if (uris.length > 0 && !isOfKey) return runWorkSilently(context, uris, work);
    return request === undefined
      ? compressForPerson(context, uris, false)
      : runWorkForPerson(context, uris, work);
  };
}

/** Implements **Compress** for calls by menus. Accepts the same arguments, but may ask the user. */
export function compressSelected(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<BatchFileResult[]> => {
    const { request } = requestOf(clicked, undefined);
    const uris = await urisOf(clicked, selected);
    if (request === undefined) return compressForPerson(context, uris, false);
    return runWorkForPerson(context, uris, workFromArguments('compress', request, currentSettings.presets()));
  };
}

/**
 * Implements **Compress With Options…**: asks for the options that the services offer, for images in a live preview.
 */
export function compressWithOptions(context: PreviewContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<BatchFileResult[]> => {
    const given = await urisOf(clicked, selected);
    const uris = await filesFor(given, say('Compress'));
    if (uris.length === 0) return [];
    return runFromPreview(context, uris, 'compress', (selection) =>
      compressForPerson(context, uris, true, selection),
    );
  };
}

/** Implements **Compress and Replace Original**: replaces files whatever the settings, after a backup for undo. */
export function compressAndReplace(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<BatchFileResult[]> =>
    runWorkForPerson(context, await urisOf(clicked, selected), { ...compression, inPlace: true });
}

/** Implements **Compress to ZIP**: makes one archive of all files, for formats that can't be compressed otherwise. */
export function makeZip(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<BatchFileResult[]> =>
    runWorkForPerson(context, await urisOf(clicked, selected), intoZip);
}

async function compressForPerson(
  context: BatchContext,
  given: readonly vscode.Uri[],
  withOptions: boolean,
  selected?: Selection,
): Promise<BatchFileResult[]> {
  const uris = await filesFor(given, say('Compress'));
  if (uris.length === 0) return [];
  const selection = selected ?? (await selectForPerson(context, uris, 'compress'));
  if (selection === undefined) return [];
  if (selection.files.length + (selection.results?.length ?? 0) === 0) {
    void showWarning(obstacleText(selection, obstacleTo(selection)));
    return [];
  }
  const plan = planWork(selection, compression);
  const presets = presetRows(currentSettings.presets(), selection, 'compress');
  const work = withOptions ? await askForOptions(context, plan, { presets }) : compression;
  return work === undefined || work === 'back' ? [] : runForPerson(context, { ...plan, work });
}
