import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { canonicalFormat } from '../../contract/formats/naming.ts';
import { combinationOrders, planWork, type Task } from '../../formats/workPlan.ts';
import type { FileResult } from '../batch/fileResult.ts';
import { type BatchContext, runForPerson, runSilently } from '../batch/runBatch.ts';
import { selectFiles, selectForPerson } from '../batch/selectFiles.ts';
import { askForFiles, urisOf } from '../files/commandFiles.ts';
import { say } from '../text/words.ts';
import { askForOptions } from './askForOptions.ts';
import { chooseTarget } from './chooseTarget.ts';

const argumentsSchema = z.object({
  targetFormat: z.string(),
  /** Whether all files become one. */
  combine: z.optional(z.boolean()),
  /** The order in which they do. */
  order: z.optional(z.enum(combinationOrders)),
  options: z.optional(z.record(z.string(), z.unknown())),
});

/**
 * Convert To…: asks for the target, unless called from code with `{ targetFormat }`, or `{ targetFormat, combine: true }` for
 * one file of all: then it never prompts.
 */
export function convert(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown, given?: unknown): Promise<FileResult[]> => {
    const called = argumentsSchema.safeParse(given);
    const uris = await urisOf(clicked, selected);
    return called.success
      ? convertSilently(context, uris, called.data)
      : convertForPerson(context, uris, false);
  };
}

/** Convert With Options…: asks for the target, and then for what the services let a person set on the way to it. */
export function convertWithOptions(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> =>
    convertForPerson(context, await urisOf(clicked, selected), true);
}

async function convertSilently(
  context: BatchContext,
  uris: readonly vscode.Uri[],
  { combine = false, order = 'picked', options, ...called }: z.infer<typeof argumentsSchema>,
): Promise<FileResult[]> {
  const selection = await selectFiles(context, uris, 'convert');
  const targetFormat = canonicalFormat(called.targetFormat);
  const task: Task = combine ? { tool: 'combine', targetFormat, order } : { tool: 'convert', targetFormat };
  const plan = planWork(selection, task);
  return runSilently(context, plan, options === undefined ? {} : { options });
}

async function convertForPerson(
  context: BatchContext,
  given: readonly vscode.Uri[],
  withOptions: boolean,
): Promise<FileResult[]> {
  const uris = given.length > 0 ? given : await askForFiles(say('Convert'));
  if (uris.length === 0) return [];
  const selection = await selectForPerson(context, uris, 'convert');
  if (selection === undefined) return [];
  for (;;) {
    const chosen = await chooseTarget(selection, context.recentTargets);
    if (chosen === undefined) return [];
    const plan = planWork(chosen.selection, chosen.task);
    // No service says yet which options there are for several files.
    if (!withOptions || plan.task.tool === 'combine') return runForPerson(context, plan, chosen.details);
    const details = await askForOptions(context, plan, { canGoBack: true });
    if (details === undefined) return [];
    if (details !== 'back') return runForPerson(context, plan, { ...chosen.details, ...details });
  }
}
