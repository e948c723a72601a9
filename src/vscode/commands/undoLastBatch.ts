import type { Jobs } from '../../jobs/jobs.ts';
import { countText } from '../text/amounts.ts';
import { joined, say } from '../text/words.ts';
import { showInformation } from '../window/messages.ts';

/** Undo Last Conversion or Compression: unchanged outputs go, replaced files come back. The message about a batch undoes that one. */
export function undoLastBatch(jobs: Jobs) {
  return async (batch?: unknown): Promise<void> => {
    const { removed, restored, kept } = await jobs.undo(typeof batch === 'string' ? batch : undefined);
    const done = joined(
      [
        removed > 0 ? say('{0} results removed', countText(removed)) : undefined,
        restored > 0 ? say('{0} originals restored', countText(restored)) : undefined,
        kept > 0 ? say('{0} kept because they were changed since', countText(kept)) : undefined,
      ],
      ', ',
    );
    void showInformation(done === '' ? say('There is nothing to undo.') : say('{0}.', done));
  };
}
