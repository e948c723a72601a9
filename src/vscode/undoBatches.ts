import * as z from 'zod/mini';
import type { Jobs, UndoOutcome } from '../jobs/jobs.ts';
import { KeyedLock } from '../util/keyedLock.ts';
import { stagedText, undoText } from './text/batches.ts';
import { confirmUndo } from './batch/confirmBatch.ts';
import type { Staging } from './git/staging.ts';
import type { RowCommand } from './jobsView/jobCommands.ts';
import type { JobsTree } from './jobsView/jobsTree.ts';
import { type ReferenceHistory, undoReferences } from './web/updateReferences.ts';
import { undoneReferencesText } from './web/referenceTexts.ts';
import { sentences } from './text/safeText.ts';
import { showInformation } from './ui/messages.ts';

interface UndoContext {
  readonly jobs: Jobs;
  readonly references: ReferenceHistory;
  readonly staging: Staging;
}

/** Undoes one batch at a time. After a double click, the second undo finds nothing to do. */
const undoing = new KeyedLock();

/**
 * Reverts the changes that batches made in folders, and the references in texts to their results. Asks first if there
 * are several results, which one click must not remove. Reports the outcome.
 */
async function undoBatches(context: UndoContext, batches: readonly string[]): Promise<void> {
  await undoing.run('undo', () => undoInOrder(context, batches));
}

async function undoInOrder(
  { jobs, references, staging }: UndoContext,
  batches: readonly string[],
): Promise<void> {
  const results = batches.reduce((sum, batch) => sum + jobs.resultsToUndo(batch), 0);
  if (!(await confirmUndo(results))) return;
  let files: UndoOutcome = { removed: 0, restored: 0, kept: 0 };
  const restored: string[] = [];
  const left: string[] = [];
  const staged: string[] = [];
  for (const batch of batches) {
    // References are reverted first. For a moment, they lead to originals that haven't been restored yet, but never to
    // results that have been removed.
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
 * Implements **Undo Last Conversion or Compression**: removes unchanged outputs, restores replaced files, and reverts
 * references to them. The message about a batch passes `{ batch }`. A button in the view passes the focused row, which
 * is ignored.
 */
export function undoLastBatch(context: UndoContext) {
  return async (given?: unknown): Promise<void> => {
    const { data } = argumentsSchema.safeParse(given);
    const batch = data?.batch ?? context.jobs.lastBatch();
    await undoBatches(context, batch === undefined ? [] : [batch]);
  };
}

/** Implements **Undo**: undoes the whole batches of the rows. */
export function undoBatch(context: UndoContext & { readonly tree: JobsTree }): RowCommand {
  return async (clicked, selected) => {
    const batches = new Set(context.tree.jobsOf(clicked, selected).map(({ batch }) => batch));
    await undoBatches(context, [...batches]);
  };
}
