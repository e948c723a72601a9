import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { canonicalFormat } from '../../contract/formats/naming.ts';
import { type Offer, routeOf } from '../../formats/offer.ts';
import type { FileResult } from '../batch/fileResult.ts';
import { findFiles } from '../batch/findFiles.ts';
import { planJobs, type Wish } from '../batch/jobPlan.ts';
import { type BatchContext, runForPerson, runSilently } from '../batch/runBatch.ts';
import { type SourceFile, sourceFiles } from '../batch/sourceFiles.ts';
import { askForFiles, urisOf } from '../files/commandFiles.ts';
import { say } from '../text/words.ts';
import { askForOptions } from './askForOptions.ts';
import { chooseTarget } from './chooseTarget.ts';

const argumentsSchema = z.object({
  targetFormat: z.string(),
  options: z.optional(z.record(z.string(), z.unknown())),
});

/** Convert To…: asks for the target, unless called from code with `{ targetFormat }`: then it never prompts. */
export function convert(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown, given?: unknown): Promise<FileResult[]> => {
    const called = argumentsSchema.safeParse(given);
    const uris = urisOf(clicked, selected);
    return called.success
      ? convertSilently(context, uris, called.data)
      : convertForPerson(context, uris, false);
  };
}

/** Convert With Options…: asks for the target, and then for what the services let a person set on the way to it. */
export function convertWithOptions(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown): Promise<FileResult[]> =>
    convertForPerson(context, urisOf(clicked, selected), true);
}

async function convertSilently(
  context: BatchContext,
  uris: readonly vscode.Uri[],
  { targetFormat, options }: z.infer<typeof argumentsSchema>,
): Promise<FileResult[]> {
  const offer = await context.offers.current();
  const target = canonicalFormat(targetFormat);
  const { files } = await sourceFiles(uris, 'convert', offer, new AbortController().signal);
  const fitting = filesFor(offer, files, target);
  return runSilently(context, offer, fitting, { tool: 'convert', targetFormat: target, options });
}

async function convertForPerson(
  context: BatchContext,
  given: readonly vscode.Uri[],
  withOptions: boolean,
): Promise<FileResult[]> {
  const uris = given.length > 0 ? given : await askForFiles(say('Convert'));
  if (uris.length === 0) return [];
  const found = await findFiles(context, uris, 'convert');
  if (found === undefined) return [];
  const targetFormat = await chooseTarget(context, found);
  if (targetFormat === undefined) return [];
  await context.recentTargets.add(targetFormat);
  const fitting = filesFor(found.offer, found.files, targetFormat);
  const wish: Wish = { tool: 'convert', targetFormat, options: undefined };
  if (!withOptions) return runForPerson(context, found.offer, fitting, wish);
  const options = await askForOptions(context, planJobs(found.offer, fitting, wish).requests);
  return options === undefined ? [] : runForPerson(context, found.offer, fitting, { ...wish, options });
}

/** The files to convert: of those in folders only what can become the target. */
function filesFor(offer: Offer, files: readonly SourceFile[], target: string): SourceFile[] {
  const fits = ({ format }: SourceFile): boolean =>
    format !== undefined && routeOf(offer, format, target) !== undefined;
  return files.filter((file) => !file.inFolder || fits(file));
}
