import * as z from 'zod/mini';
import type { Jobs } from '../../jobs/jobs.ts';
import { undoText } from '../text/undo.ts';
import { showInformation } from '../window/messages.ts';

const argumentsSchema = z.object({ batch: z.string() });

/**
 * Undo Last Conversion or Compression: unchanged outputs go, replaced files come back. The message about a batch undoes that
 * one, by `{ batch }`; a button of the view passes the row that has the focus, which is none of its business.
 */
export function undoLastBatch(jobs: Jobs) {
  return async (given?: unknown): Promise<void> => {
    const { data } = argumentsSchema.safeParse(given);
    void showInformation(undoText(await jobs.undo(data?.batch)));
  };
}
