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

/** Runs known work with these files without asking. */
export async function runWorkSilently(
  context: BatchContext,
  uris: readonly vscode.Uri[],
  work: Work,
): Promise<BatchFileResult[]> {
  const selection = await selectFiles(context, uris, selecting(work));
  return runSilently(context, planWork(selection, work));
}

/** Runs known work for the user, who is asked for files if there are none. */
export async function runWorkForPerson(
  context: BatchContext,
  given: readonly vscode.Uri[],
  work: Work,
): Promise<BatchFileResult[]> {
  const selection = await selectForWork(context, given, work);
  return selection === undefined ? [] : runForPerson(context, planWork(selection, work));
}

/** The files for known work. Asks for them if there are none; `undefined` if the user cancels. */
export async function selectForWork(
  context: SelectionContext,
  given: readonly vscode.Uri[],
  work: Work,
): Promise<Selection | undefined> {
  const uris = await filesFor(given, toolName(work.tool));
  return uris.length === 0 ? undefined : selectForPerson(context, uris, selecting(work));
}

/** The tool that determines which files of a folder are selected. */
function selecting({ tool }: Work): DocumentedToolId {
  return tool === 'combine' ? 'convert' : tool;
}
