import type { UndoOutcome } from '../../jobs/jobs.ts';
import { joined, say, sayCount, type SafeText } from './safeText.ts';

/** Says in a sentence what an undo did to files. */
export function undoText({ removed, restored, kept }: UndoOutcome): SafeText {
  const done = joined([removedText(removed), restoredText(restored), keptText(kept)], ', ');
  return done === '' ? say('There’s nothing to undo.') : say('{0}.', done);
}

function removedText(count: number): SafeText | undefined {
  return count === 0
    ? undefined
    : sayCount(count, { one: '{0} result removed', other: '{0} results removed' });
}

function restoredText(count: number): SafeText | undefined {
  return count === 0
    ? undefined
    : sayCount(count, { one: '{0} original restored', other: '{0} originals restored' });
}

function keptText(count: number): SafeText | undefined {
  return count === 0
    ? undefined
    : sayCount(count, {
        one: '{0} kept because it was changed since',
        other: '{0} kept because they were changed since',
      });
}
