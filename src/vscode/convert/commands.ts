import type * as vscode from 'vscode';
import type { formatCommands } from '../../manifest.ts';
import { servicesFor } from '../../planning/offer.ts';
import { type Selection, withOwnFormat } from '../../planning/possibilities.ts';
import { planWork } from '../../planning/workPlan.ts';
import {
  type BatchFileResult,
  type BatchContext,
  runForPerson,
  runWorkForPerson,
  runWorkSilently,
  selectForWork,
} from '../batch/runBatch.ts';
import { selectForPerson } from '../batch/selectFiles.ts';
import { filesFor, urisOf, requestOf } from '../files/commandFiles.ts';
import { workFromArguments } from '../request/callerRequest.ts';
import type { PreviewContext } from '../pictures/runFromPreview.ts';
import { currentSettings } from '../settings.ts';
import { say } from '../text/safeText.ts';
import { OpenList } from '../ui/picks.ts';
import { askForOptions } from '../batch/askForOptions.ts';
import { chooseTarget } from './chooseTarget.ts';
import { obstacleTo } from '../../planning/targetMenu.ts';
import { intoZip, compression } from '../../planning/work.ts';
import { presetRows } from '../batch/optionRows.ts';
import { obstacleText } from './targetList.ts';
import { showWarning, showInformation } from '../ui/messages.ts';

/** Loaded on first use. */
const imageSets = async () => import('../web/makeImageSet.ts');
const livePreview = async () => import('../pictures/runFromPreview.ts');

/**
 * Implements **Convert To…**: asks for the target, unless the arguments specify it: `{ targetFormat }`, `{
 * targetFormat, combine: true }` to combine all files into one, or `{ preset }`, with `options`, `outputFolder` and
 * `outputName`. With such arguments, it never asks if code calls it.
 * @throws CodedError `arguments.invalid`
 */
export function convert(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown, given?: unknown): Promise<BatchFileResult[]> => {
    const { request, isOfKey } = requestOf(clicked, given);
    const work =
      request === undefined ? undefined : workFromArguments('convert', request, currentSettings.presets());
    const uris = await urisOf(clicked, selected);
    if (work === undefined) return convertForPerson(context, uris);
    return isOfKey ? runWorkForPerson(context, uris, work) : runWorkSilently(context, uris, work);
  };
}

/** Converts to a format that the context menu offers directly. */
export function convertTo(context: BatchContext, targetFormat: keyof typeof formatCommands) {
  return async (clicked?: unknown, selected?: unknown): Promise<BatchFileResult[]> =>
    runWorkForPerson(context, await urisOf(clicked, selected), { tool: 'convert', targetFormat });
}

/**
 * Implements **Convert With Options…**: asks for the target, and for the options that the services offer, for images in
 * a live preview.
 */
export function convertWithOptions(context: PreviewContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<BatchFileResult[]> => {
    const given = await urisOf(clicked, selected);
    const uris = await filesFor(given, say('Convert'));
    if (uris.length === 0) return [];
    const { runFromPreview } = await livePreview();
    return runFromPreview(context, uris, 'convert', (selection) =>
      convertForPerson(context, uris, { withOptions: true, selection }),
    );
  };
}

interface Asking {
  readonly withOptions?: boolean;
  /**
   * True if a button on a page was clicked. VS Code returns the focus to the page a moment later, so the list opens once
   * its content is known, and stays open without the focus.
   */
  readonly isFromPage?: boolean;
  /** The files, if they are already selected. */
  readonly selection?: Selection | undefined;
}

/** Asks for the target of files, and with `withOptions` for options. */
export async function convertForPerson(
  context: BatchContext,
  clicked: readonly vscode.Uri[],
  { withOptions = false, isFromPage = false, selection: selected }: Asking = {},
): Promise<BatchFileResult[]> {
  const uris = await filesFor(clicked, say('Convert'));
  if (uris.length === 0) return [];
  const open = (): OpenList => new OpenList(say('Looking for files'), isFromPage);
  const early = isFromPage ? undefined : open();
  const selecting = selected ?? selectForPerson(context, uris, 'convert', early?.signal);
  const given = await Promise.resolve(selecting).catch((error: unknown) => {
    early?.close();
    throw error;
  });
  if (given === undefined || early?.signal.aborted === true) return [];
  const selection = withOptions ? withOwnFormat(given) : given;
  const opened = early ?? open();
  // The user takes longer to choose than the service takes to start. Starting it earlier would slow down the list.
  if (servicesFor(selection.offer)[0] === 'local')
    void opened.filled.then(() => context.connections.prepareLocal());
  for (;;) {
    const chosen = await chooseTarget(selection, context, !withOptions, opened);
    if (chosen === undefined) return [];
    const { imageSet } = chosen.work;
    if (imageSet !== undefined) {
      return (await imageSets()).makeImageSet(context, chosen.selection, imageSet, chosen.work);
    }
    const plan = planWork(chosen.selection, chosen.work);
    if (!withOptions) return runForPerson(context, plan);
    const work = await askForOptions(context, plan, { canGoBack: true });
    if (work === undefined) return [];
    if (work !== 'back') return runForPerson(context, { ...plan, work });
  }
}

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
    const { runFromPreview } = await livePreview();
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

/** Implements **Compress to ZIP**: makes one archive of all files. */
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
    if (selection === undefined) return [];
    return (await imageSets()).makeImageSet(context, selection, imageSet, last);
  };
}
