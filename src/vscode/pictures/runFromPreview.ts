import type * as vscode from 'vscode';
import { isImageFormat } from '../../contract/formats/table.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { type Selection, withOwnFormat } from '../../planning/possibilities.ts';
import { targetMenu } from '../../planning/targetMenu.ts';
import type { Work } from '../../planning/work.ts';
import { planWork, type WorkPlan } from '../../planning/workPlan.ts';
import { type BatchFileResult, type BatchContext, runForPerson } from '../batch/runBatch.ts';
import { selectForPerson } from '../batch/selectFiles.ts';
import type { PictureTabs } from './pictureTabs.ts';
import { isImage } from './imagePairs.ts';
import { formTitle } from '../batch/askForOptions.ts';
import { currentSettings } from '../settings.ts';
import { LiveOptions } from './liveOptions.ts';

export interface PreviewContext extends BatchContext {
  readonly pictures: PictureTabs;
}

/**
 * Runs a tool on images with options that the user sets in a live preview.
 * @param withLists runs it on other files, and if the user prefers lists, either in the settings or by asking for more
 * formats. Gets the files if they are already selected.
 */
export async function runFromPreview(
  context: PreviewContext,
  uris: readonly vscode.Uri[],
  tool: DocumentedToolId,
  withLists: (selection?: Selection) => Promise<BatchFileResult[]>,
): Promise<BatchFileResult[]> {
  const isAsked = currentSettings.showsLivePreview() && uris.length > 0;
  if (!isAsked || !uris.every((uri) => isImage(uri.path))) return withLists();
  const selected = await selectForPerson(context, uris, tool);
  if (selected === undefined) return [];
  const selection = tool === 'convert' ? withOwnFormat(selected) : selected;
  const targets = tool === 'compress' ? [] : targetsFor(context, selection);
  const work: Work = { tool, targetFormat: targets[0] };
  const isPossible = tool === 'compress' || targets.length > 0;
  if (!isPossible || planWork(selection, work).planned.length === 0) return withLists(selection);
  const plan = await askInPreview(context, selection, work, targets);
  if (plan === 'lists') return withLists(selection);
  return plan === undefined ? [] : runForPerson(context, plan);
}

/** The image formats that the files can be converted to. The most likely one comes first. */
function targetsFor({ recentTargets }: PreviewContext, selection: Selection): string[] {
  const recent = recentTargets.of(selection.files.flatMap(({ format }) => format ?? []));
  const groups = targetMenu(selection, recent).groups.flatMap((group) => group.targets);
  const formats = groups.map(({ format }) => format).filter(isImageFormat);
  const usual = recent.length === 0 && formats.includes('webp') ? ['webp'] : [];
  return [...new Set([...usual, ...formats])];
}

/** Shows the preview until the user applies the options or closes it. */
async function askInPreview(
  context: PreviewContext,
  selection: Selection,
  work: Work,
  targets: readonly string[],
): Promise<WorkPlan | 'lists' | undefined> {
  const { promise, resolve } = Promise.withResolvers<WorkPlan | 'lists' | undefined>();
  const presets = currentSettings
    .presets()
    .usable.filter((preset) => preset.work.tool === work.tool && isFor(selection, preset.work, targets));
  const tab = await context.pictures.open(
    formTitle(planWork(selection, work)),
    (tools) =>
      new LiveOptions({
        context,
        tools,
        selection,
        work,
        targets,
        presets,
        onDidChangeTitle: (title) => tab.rename(title),
        onDidLeave: () => resolve('lists'),
        onDidApply: resolve,
      }),
  );
  tab.onDidClose(() => resolve(undefined));
  const plan = await promise;
  if (plan !== undefined) tab.close();
  return plan;
}

function isFor(selection: Selection, work: Work, targets: readonly string[]): boolean {
  const { targetFormat } = work;
  const isShown = targetFormat === undefined || targets.includes(targetFormat);
  return isShown && planWork(selection, work).planned.length > 0;
}
