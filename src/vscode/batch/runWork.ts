import type * as vscode from 'vscode';
import type { DocumentedToolId } from '../../contract/tools.ts';
import type { Selection } from '../../planning/possibilities.ts';
import type { Work } from '../../planning/work.ts';
import { planWork } from '../../planning/workPlan.ts';
import { filesFor } from '../files/commandFiles.ts';
import { toolName } from '../text/tools.ts';
import type { BatchFileResult } from './fileResult.ts';
import { type BatchContext, runForPerson, runSilently } from './runBatch.ts';
import { selectFiles, selectForPerson, type SelectionContext } from './selectFiles.ts';

/** Does specified work with these files, without asking. */
export async function runWorkSilently(
  context: BatchContext,
  uris: readonly vscode.Uri[],
  work: Work,
): Promise<BatchFileResult[]> {
  const selection = await selectFiles(context, uris, selecting(work));
  return runSilently(context, planWork(selection, work));
}

/** Does specified work for the user. Asks for files if there are none. */
export async function runWorkForPerson(
  context: BatchContext,
  given: readonly vscode.Uri[],
  work: Work,
): Promise<BatchFileResult[]> {
  const selection = await selectForWork(context, given, work);
  return selection === undefined ? [] : runForPerson(context, planWork(selection, work));
}

/** The files for specified work. Asks for them if there are none. Resolves to `undefined` if the user cancels. */
export async function selectForWork(
  context: SelectionContext,
  given: readonly vscode.Uri[],
  work: Work,
): Promise<Selection | undefined> {
  const uris = await filesFor(given, toolName(work.tool));
  return uris.length === 0 ? undefined : selectForPerson(context, uris, selecting(work));
}

/** The tool whose supported formats determine which files in a folder are selected. */
function selecting({ tool }: Work): DocumentedToolId {
  return tool === 'combine' ? 'convert' : tool;
}
