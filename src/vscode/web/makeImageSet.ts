import * as vscode from 'vscode';
import type { Selection } from '../../planning/possibilities.ts';
import {
  type BatchFileResult,
  type BatchContext,
  runForPerson,
  type BatchFollower,
} from '../batch/runBatch.ts';
import type { IconSetId, ImageSetId, Work } from '../../planning/work.ts';
import { problemText } from '../text/problems.ts';
import { say, sentences } from '../text/safeText.ts';
import { showInformation, showWarning, withProgress } from '../ui/messages.ts';
import { followIcons, layOutIcons } from './icons.ts';
import { iconOptions, planImageSet, notEnlargedText, widestPixels, widthsUpTo } from './imageSets.ts';
import type { PlannedFile } from '../../planning/workPlan.ts';
import { outputsBySource, type OutputsOfSource } from '../batch/batchSummary.ts';
import { pictureAt, sizeOfFile } from './pictures.ts';
import { copyText } from '../ui/environment.ts';

/** Makes an image set from each picture among the files, on this computer and as one batch. */
export async function makeImageSet(
  context: BatchContext,
  selection: Selection,
  imageSet: ImageSetId,
  work: Work,
): Promise<BatchFileResult[]> {
  return imageSet === 'responsiveWidths'
    ? makeResponsiveWidths(context, selection, work)
    : makeIcons(context, selection, imageSet, work);
}

/** Makes a set of icons from each picture among the files. Each set has its own folder. */
async function makeIcons(
  context: BatchContext,
  selection: Selection,
  imageSet: IconSetId,
  work: Work,
): Promise<BatchFileResult[]> {
  const plan = planImageSet(selection, imageSet);
  if (plan.planned.length + plan.refused.length === 0) {
    void showInformation(say('None of the files is an image that can be made into icons.'));
    return [];
  }
  const laid = await withProgress({ place: 'statusBar', title: say('Looking for files') }, async () =>
    layOutIcons(plan, imageSet),
  );
  if (laid.ignored.length > 0) void showWarning(sentences([...new Set(laid.ignored.map(problemText))]));
  const planned = laid.sets.flatMap(({ file, icons, output }) =>
    icons.map((icon) => ({
      ...file,
      targetFormat: icon.format,
      options: iconOptions(icon),
      output: { ...output, name: icon.name },
    })),
  );
  const whole = { ...plan, work, planned, refused: [...plan.refused, ...laid.refused] };
  return runForPerson(context, whole, followIcons(context.jobs, imageSet, laid.sets));
}

/** Makes pictures in common widths for web pages, on this computer and as one batch. Offers the HTML for them. */
async function makeResponsiveWidths(
  context: BatchContext,
  selection: Selection,
  work: Work,
): Promise<BatchFileResult[]> {
  const plan = planImageSet(selection, 'responsiveWidths');
  if (plan.planned.length + plan.refused.length === 0) {
    void showInformation(say('None of the files is an image that can be resized.'));
    return [];
  }
  const pictures = await withProgress({ place: 'statusBar', title: say('Looking for files') }, async () => {
    const found: { readonly file: PlannedFile; readonly widths: readonly number[] }[] = [];
    for (const file of plan.planned) found.push({ file, widths: await widthsOf(file) });
    return found;
  });
  const planned = pictures.flatMap(({ file, widths }) =>
    widths.map((width) => ({ ...file, options: { ...work.options, width } })),
  );
  const narrow = pictures.filter(({ widths }) => Math.max(...widths) < widestPixels);
  const remark = notEnlargedText(narrow.map(({ file }) => file.uri));
  return runForPerson(context, { ...plan, work, planned }, follower(context, remark));
}

function follower({ jobs: all }: BatchContext, remark: ReturnType<typeof notEnlargedText>): BatchFollower {
  return {
    started: async () => {},
    settled: async (jobs) => {
      // The other pictures of a batch exist already if only some of its jobs were retried.
      const batches = new Set(jobs.map(({ batch }) => batch));
      const sets = outputsBySource(all.all().filter(({ batch }) => batches.has(batch)));
      if (sets.length === 0) return { remark };
      return {
        remark,
        step: { kind: 'followUp', title: say('Copy srcset'), run: async () => copySrcset(sets) },
      };
    },
  };
}

/**
 * The widths for a picture. Drawings get all of them, because they are sharp in any width. If a picture's width is
 * unknown, only the largest is made, which doesn't enlarge a narrower picture.
 */
async function widthsOf({ uri, format }: PlannedFile): Promise<readonly number[]> {
  if (format === 'svg') return widthsUpTo(widestPixels);
  const size = await sizeOfFile(vscode.Uri.parse(uri));
  return size === undefined ? [widestPixels] : widthsUpTo(size.width);
}

/** Copies an HTML element for each picture with several widths. Paths are relative to the text in the active editor. */
async function copySrcset(sets: readonly OutputsOfSource[]): Promise<void> {
  const { responsiveImageElement } = await import('../../references/index.ts');
  const elements: string[] = [];
  for (const { source, outputs } of sets) {
    const pictures = await Promise.all(outputs.map(async (uri) => pictureAt(vscode.Uri.parse(uri))));
    const element = responsiveImageElement(vscode.Uri.parse(source).path, pictures);
    if (element !== undefined) elements.push(element);
  }
  await copyText(elements.join('\n'));
}
