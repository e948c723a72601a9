import * as z from 'zod/mini';
import { type UndoContext, undoBatches } from './undoBatches.ts';
import type { JobsTree } from '../jobsView/jobsTree.ts';
import type { RowCommand } from '../jobsView/jobCommands.ts';

const argumentsSchema = z.object({ batch: z.string() });

/**
 * Undo Last Conversion or Compression: unchanged outputs go, replaced files come back, and texts refer to these again. The
 * message about a batch undoes that one, by `{ batch }`; a button of the view passes the row that has the focus, which is none
 * of its business.
 */
export function undoLastBatch(context: UndoContext) {
  return async (given?: unknown): Promise<void> => {
    const { data } = argumentsSchema.safeParse(given);
    const batch = data?.batch ?? context.jobs.lastBatch();
    await undoBatches(context, batch === undefined ? [] : [batch]);
  };
}

/** Undo: what whole batches changed in folders. */
export function undoBatch(context: UndoContext & { readonly tree: JobsTree }): RowCommand {
  return async (clicked, selected) => {
    const batches = new Set(context.tree.jobsOf(clicked, selected).map(({ batch }) => batch));
    await undoBatches(context, [...batches]);
  };
}
