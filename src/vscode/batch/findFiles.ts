import type * as vscode from 'vscode';
import type { ToolId } from '../../contract/tools.ts';
import { isAbortError } from '../../util/abort.ts';
import type { CurrentOffer } from '../offers.ts';
import { say } from '../text/words.ts';
import { withProgress } from '../window/progress.ts';
import type { BatchContext } from './runBatch.ts';
import { type SourceFile, sourceFiles } from './sourceFiles.ts';

export interface FoundFiles {
  readonly offer: CurrentOffer;
  readonly files: readonly SourceFile[];
  /** Whether a folder held more files than are taken. */
  readonly truncated: boolean;
}

/** What can be done now, and the files to do it with, under a progress line; `undefined` when a person cancelled. */
export async function findFiles(
  { offers }: BatchContext,
  uris: readonly vscode.Uri[],
  tool: ToolId,
): Promise<FoundFiles | undefined> {
  const options = { place: 'statusBar', cancellable: true, title: say('Looking for files') } as const;
  return withProgress(options, async (signal) => {
    try {
      const offer = await offers.current();
      return { offer, ...(await sourceFiles(uris, tool, offer, signal)) };
    } catch (error) {
      if (isAbortError(error)) return undefined;
      throw error;
    }
  });
}
