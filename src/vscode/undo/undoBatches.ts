import type { Jobs, UndoOutcome } from '../../jobs/jobs.ts';
import { KeyedLock } from '../../util/keyedLock.ts';
import type { Staging } from '../git/staging.ts';
import type { ReferenceHistory } from '../references/referenceHistory.ts';
import { undoReferences } from '../references/undoReferences.ts';
import { stagedText } from '../git/gitTexts.ts';
import { undoneReferencesText } from '../references/referenceTexts.ts';
import { undoText } from './undoTexts.ts';
import { sentences } from '../text/words.ts';
import { showInformation } from '../ui/messages.ts';

/** What undoing works with. */
export interface UndoContext {
  readonly jobs: Jobs;
  readonly references: ReferenceHistory;
  readonly staging: Staging;
}

/** One at a time: a click that came twice finds nothing left, and does not share out what there is. */
const undoing = new KeyedLock();

/** Undoes what batches changed in folders and, for their results, in texts, and says what became of it. */
export async function undoBatches(context: UndoContext, batches: readonly string[]): Promise<void> {
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
    // Texts first: for a moment they refer to originals that are not back yet, and never to results that are gone.
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
