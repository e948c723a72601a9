import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ReferenceReader } from '../../references/referenceReader.ts';
import { systemClock } from '../../util/clock.ts';
import { findReferences, type FoundReferences, type ReplacedFile, replacedFiles } from './findReferences.ts';
import type { ReferenceHistory } from './referenceHistory.ts';
import { workerScript } from '../files/shownPictures.ts';
import { updateReferences as update, type UpdateParts } from './updateReferences.ts';
import { noReferencesText, referencesText, tooLongText } from './referenceTexts.ts';
import { say } from '../text/safeText.ts';
import type { JobsTree } from '../jobsView/jobsTree.ts';
import { showInformation, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';

interface Context {
  readonly jobs: Jobs;
  readonly tree: JobsTree;
  readonly references: ReferenceHistory;
}

/**
 * Implements **Update References**: changes references to the sources of jobs so that they refer to the results. The
 * user reviews each change first. Without rows, applies to the last batch.
 */
export function updateReferences({ jobs, tree, references: history }: Context) {
  return async (clicked?: unknown, selected?: unknown): Promise<void> => {
    const replaced = replacedFiles(clicked === undefined ? lastBatch(jobs) : tree.jobsOf(clicked, selected));
    if (replaced.length === 0) {
      void showInformation(say('There are no references to update for these results.'));
      return;
    }
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
      void showInformation(say('Open a folder first: references are updated in its files.'));
      return;
    }
    const { ReferenceReader } = await import('../../references/index.ts');
    const reader = new ReferenceReader(workerScript, systemClock);
    try {
      await updateWith({ jobs, history, reader }, replaced);
    } finally {
      reader.dispose();
    }
  };
}

async function updateWith(parts: UpdateParts, replaced: readonly ReplacedFile[]): Promise<void> {
  const found = await search(parts.reader, replaced);
  if (found === undefined) return;
  if (found.tooLong.length > 0) void showWarning(tooLongText(found.tooLong.map(String)));
  const stillNamed = replaced.filter(({ from }) => found.stillNamed.has(from)).map(({ job }) => job.source);
  if (found.files.length === 0) {
    void showInformation(noReferencesText(stillNamed));
    return;
  }
  const outcome = await update(parts, replaced, found);
  const text = referencesText({ ...outcome, stillNamed });
  if (text !== undefined) void showInformation(text);
}

/** The jobs of the batch that ended last, even if it can no longer be undone. */
function lastBatch(jobs: Jobs): readonly Job[] {
  const all = jobs.all();
  const last = all.findLast(({ state }) => state.name === 'done' && state.output !== undefined);
  return all.filter(({ batch }) => batch === last?.batch);
}

/** Finds references while showing progress. Resolves to `undefined` if the user cancels. */
async function search(
  reader: ReferenceReader,
  replaced: readonly ReplacedFile[],
): Promise<FoundReferences | undefined> {
  const options = { place: 'notification', cancellable: true, title: say('Looking for references') } as const;
  return withProgress(options, async (signal) => {
    try {
      return await findReferences(reader, replaced, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}
