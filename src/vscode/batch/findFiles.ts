import * as vscode from 'vscode';
import type { ToolId } from '../../contract/tools.ts';
import { isAbortError } from '../../util/abort.ts';
import type { CurrentOffer } from '../offers.ts';
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
  const options = {
    location: vscode.ProgressLocation.Window,
    cancellable: true,
    title: vscode.l10n.t('Looking for files'),
  };
  return vscode.window.withProgress(options, async (_progress, cancellation) => {
    const controller = new AbortController();
    const listener = cancellation.onCancellationRequested(() => controller.abort());
    try {
      const offer = await offers.current();
      return { offer, ...(await sourceFiles(uris, tool, offer, controller.signal)) };
    } catch (error) {
      if (isAbortError(error)) return undefined;
      throw error;
    } finally {
      listener.dispose();
    }
  });
}
