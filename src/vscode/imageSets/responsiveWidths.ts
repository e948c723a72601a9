import * as vscode from 'vscode';
import type { Selection } from '../../planning/possibilities.ts';
import type { Work } from '../../planning/work.ts';
import type { PlannedFile } from '../../planning/workPlan.ts';
import { outputsBySource, type OutputsOfSource } from '../batch/batchSummary.ts';
import type { BatchFileResult } from '../batch/fileResult.ts';
import { type BatchContext, type BatchFollower, runForPerson } from '../batch/runBatch.ts';
import { pictureAt, sizeOfFile } from '../references/pictures.ts';
import { say } from '../text/safeText.ts';
import { copyText } from '../ui/clipboard.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { notEnlargedText } from './imageSetTexts.ts';
import { planImageSet, widestPixels, widthsUpTo } from './imageSets.ts';

/** Makes pictures in common widths for web pages, on this computer and as one batch. Offers the HTML for them. */
export async function makeResponsiveWidths(
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
