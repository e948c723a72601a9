import * as z from 'zod/mini';
import type { Jobs, UndoOutcome } from '../jobs/jobs.ts';
import { KeyedLock } from '../util/keyedLock.ts';
import { stagedText } from './git/gitTexts.ts';
import type { Staging } from './git/staging.ts';
import type { RowCommand } from './jobsView/jobCommands.ts';
import type { JobsTree } from './jobsView/jobsTree.ts';
import { type ReferenceHistory, undoReferences } from './references/referenceHistory.ts';
import { undoneReferencesText } from './references/referenceTexts.ts';
import { sentences } from './text/safeText.ts';
import { showInformation } from './ui/messages.ts';
import { undoText } from './text/undoneFiles.ts';

interface UndoContext {
  readonly jobs: Jobs;
  readonly references: ReferenceHistory;
  readonly staging: Staging;
}

/** One at a time: with a double click, the second undo finds nothing left. */
const undoing = new KeyedLock();

/** Reverts the changes of batches in folders and, for their results, in texts, and reports the outcome. */
async function undoBatches(context: UndoContext, batches: readonly string[]): Promise<void> {
  await undoing.run('undo', () => undoInOrder(context, batches));
}

async function undoInOrder(
  { jobs, references, staging }: UndoContext,
  batches: readonly string[],
): Promise<void> {
  let files: UndoOutcome = { removed: 0, restored: 0, kept: 0 };
  const restored: string[] = [];
  const left: string[] = [];
  const staged: string[] = [];
  for (const batch of batches) {
    // Texts first: for a moment they refer to originals that aren't restored yet, but never to removed results.
    const texts = await undoReferences(references, batch);
    restored.push(...texts.restored);
    left.push(...texts.left);
    const { removed, restored: back, kept } = await jobs.undo(batch);
    files = { removed: files.removed + removed, restored: files.restored + back, kept: files.kept + kept };
    staged.push(...(await staging.stageOriginals(batch)).staged);
  }
  void showInformation(
    sentences([undoText(files), undoneReferencesText(restored, left), stagedText(staged, [])]),
  );
}

const argumentsSchema = z.object({ batch: z.string() });

/**
 * Undo Last Conversion or Compression: removes unchanged outputs, restores replaced files, and reverts references to
 * them. The message about a batch passes `{ batch }`; a button of the view passes the focused row, which is ignored.
 */
export function undoLastBatch(context: UndoContext) {
  return async (given?: unknown): Promise<void> => {
    const { data } = argumentsSchema.safeParse(given);
    const batch = data?.batch ?? context.jobs.lastBatch();
    await undoBatches(context, batch === undefined ? [] : [batch]);
  };
}

/** Undo: the changes of whole batches in folders. */
export function undoBatch(context: UndoContext & { readonly tree: JobsTree }): RowCommand {
  return async (clicked, selected) => {
    const batches = new Set(context.tree.jobsOf(clicked, selected).map(({ batch }) => batch));
    await undoBatches(context, [...batches]);
  };
}
