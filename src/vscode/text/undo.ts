import type { UndoOutcome } from '../../jobs/jobs.ts';
import { countText } from './amounts.ts';
import { joined, say, type Words } from './words.ts';

/** What an undo did with files, in a sentence. */
export function undoText({ removed, restored, kept }: UndoOutcome): Words {
  const done = joined([removedText(removed), restoredText(restored), keptText(kept)], ', ');
  return done === '' ? say('There is nothing to undo.') : say('{0}.', done);
}

function removedText(count: number): Words | undefined {
  if (count === 0) return undefined;
  return count === 1 ? say('1 result removed') : say('{0} results removed', countText(count));
}

function restoredText(count: number): Words | undefined {
  if (count === 0) return undefined;
  return count === 1 ? say('1 original restored') : say('{0} originals restored', countText(count));
}

function keptText(count: number): Words | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? say('1 kept because it was changed since')
    : say('{0} kept because they were changed since', countText(count));
}
