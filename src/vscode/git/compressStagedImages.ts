import type * as vscode from 'vscode';
import type { Selection } from '../../planning/possibilities.ts';
import { compression } from '../../planning/work.ts';
import { planWork } from '../../planning/workPlan.ts';
import { earlierResults } from '../batch/earlierResults.ts';
import type { BatchFileResult } from '../batch/fileResult.ts';
import { type BatchContext, runForPerson } from '../batch/runBatch.ts';
import { selectForPerson } from '../batch/selectFiles.ts';
import { chooseRepositories } from './chooseRepositories.ts';
import { type StagedImages, stagedImages } from './stagedImages.ts';
import type { Staging } from './staging.ts';
import { leftOutText, stagedText } from './gitTexts.ts';
import { say, sentences, type SafeText } from '../text/safeText.ts';
import { showInformation, showWarning } from '../ui/messages.ts';

const work = { ...compression, inPlace: true };

/**
 * Implements **Compress Staged Images**: replaces staged images with smaller ones after a backup, and stages them
 * again. It is called for repositories, or for their rows.
 */
export function compressStagedImages(context: BatchContext & { readonly staging: Staging }) {
  return async (...given: readonly unknown[]): Promise<BatchFileResult[]> => {
    const chosen = await chooseRepositories(given);
    if (chosen.length === 0) return [];
    const { whole, inPart, pointers } = joined(await Promise.all(chosen.map(stagedImages)));
    const leftOut = leftOutText(inPart.map(String), pointers.map(String));
    const uris = whole.map(({ uri }) => uri);
    const selection = uris.length === 0 ? undefined : await selectForPerson(context, uris, 'compress');
    if (selection === undefined) {
      if (uris.length === 0) showNoImages(leftOut);
      return [];
    }
    const isByName = chosen.every(({ files }) => files !== undefined);
    const plan = planWork(isByName ? selection : await asFound(context, selection, uris), work);
    if (plan.planned.length + plan.refused.length === 0) {
      showNoImages(leftOut);
      return [];
    }
    let isMentioned = false;
    return runForPerson(context, plan, {
      started: async (jobs) => context.staging.expect(jobs, whole),
      settled: async (jobs) => {
        const { staged, left } = await context.staging.stageResults(jobs);
        const remark = sentences([stagedText(staged, left), isMentioned ? undefined : leftOut]);
        isMentioned = true;
        return { remark };
      },
    });
  };
}

/** Skips files that can't be compressed or have been compressed before, unless the user named them individually. */
async function asFound(
  { jobs }: BatchContext,
  selection: Selection,
  uris: readonly vscode.Uri[],
): Promise<Selection> {
  const earlier = await earlierResults(uris, jobs.all(), 'compress');
  const keys = new Set([...earlier].map(String));
  const files = selection.files.map((file) => ({ ...file, inFolder: true }));
  return {
    ...selection,
    files: files.filter(({ uri }) => !keys.has(uri)),
    results: files.filter(({ uri }) => keys.has(uri)),
  };
}

function showNoImages(leftOut: SafeText | undefined): void {
  const none = say('None of the staged files is an image that can be compressed.');
  void (leftOut === undefined ? showInformation(none) : showWarning(sentences([none, leftOut])));
}

function joined(all: readonly StagedImages[]): StagedImages {
  return {
    whole: all.flatMap(({ whole }) => whole),
    inPart: all.flatMap(({ inPart }) => inPart),
    pointers: all.flatMap(({ pointers }) => pointers),
  };
}
