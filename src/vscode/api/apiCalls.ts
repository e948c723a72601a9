import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isCodedError } from '../../contract/errors.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { offeredFormats, type Offers } from '../../planning/offer.ts';
import type { Work } from '../../planning/work.ts';
import { planWork } from '../../planning/workPlan.ts';
import { isAbortError } from '../../util/abort.ts';
import { selectFiles } from '../batch/selectFiles.ts';
import { type SilentContext, runUnattended } from '../batch/runUnattended.ts';
import { withSignal } from '../ui/cancellation.ts';
import { optionalOptions, optionalText, readInput } from '../request/callerInput.ts';
import { workForCode } from '../request/workRequest.ts';
import { currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import type { FileResult } from './api.ts';
import type { ApiCalls } from './exportedApi.ts';
import { resultOf, resultOfRefusedFile } from './fileResults.ts';

export interface ApiContext extends SilentContext {
  readonly offers: Offers;
}

const files = z.array(z.custom<vscode.Uri>((value) => value instanceof vscode.Uri)).check(z.minLength(1));
const common = {
  files,
  preset: optionalText,
  options: optionalOptions,
  folder: optionalText,
  name: optionalText,
};
const compressing = z.strictObject({ ...common, replace: z.optional(z.boolean()) });
const converting = z.strictObject({ ...common, target: optionalText });

/**
 * Implements the API for other extensions (docs/extension-api.md). Its functions ask nothing, show nothing, and never
 * upload more than the commands do.
 */
export function apiCalls(context: ApiContext): ApiCalls {
  return {
    convert: async (files, options, token) =>
      withProblemTexts(() => work(context, 'convert', files, options, token)),
    compress: async (files, options, token) =>
      withProblemTexts(() => work(context, 'compress', files, options ?? {}, token)),
    formats: async () => {
      const { offers, consents, connections } = context;
      const mayUpload = consents.has(connections.networkOrigin());
      return offeredFormats(await (mayUpload ? offers.current() : offers.here()));
    },
  };
}

async function work(
  context: ApiContext,
  tool: DocumentedToolId,
  given: unknown,
  options: object,
  token: vscode.CancellationToken | undefined,
): Promise<FileResult[]> {
  const input = { ...options, files: given };
  const { files, ...request }: z.infer<typeof converting> | z.infer<typeof compressing> =
    tool === 'convert' ? readInput(converting, input) : readInput(compressing, input);
  const work = workForCode(tool, request, currentSettings.presets());
  return withSignal(token, async (signal) => {
    try {
      return await workOn(context, files, tool, work, signal);
    } catch (error) {
      if (!isAbortError(error)) throw error;
      return files.map((source) => ({ source, status: 'canceled', service: 'local' }));
    }
  });
}

async function workOn(
  context: ApiContext,
  files: readonly vscode.Uri[],
  tool: DocumentedToolId,
  work: Work,
  signal: AbortSignal,
): Promise<FileResult[]> {
  const selection = await selectFiles(context, files, tool, signal);
  const { jobs, refused } = await runUnattended(context, planWork(selection, work), signal);
  return [...jobs.map(resultOf), ...refused.map(resultOfRefusedFile)];
}

/** Replaces the messages of errors that have a code by sentences for the user. */
async function withProblemTexts<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isCodedError(error)) error.message = problemText(error);
    throw error;
  }
}
