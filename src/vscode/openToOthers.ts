import type * as vscode from 'vscode';
import type { FileUtilityNetwork } from './api/api.ts';
import { type ApiContext, extensionApi } from './api/extensionApi.ts';
import { FinishedJobs } from './api/finishedJobs.ts';

/** Lets others than the person have work done: other extensions, by the API that `activate` resolves to. */
export function openToOthers(
  context: Omit<ApiContext, 'finished'>,
): vscode.Disposable & { readonly api: FileUtilityNetwork } {
  const finished = new FinishedJobs(context.jobs);
  return { api: extensionApi({ ...context, finished }), dispose: () => finished.dispose() };
}
