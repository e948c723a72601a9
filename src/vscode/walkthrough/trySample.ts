import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { BatchContext } from '../batch/runBatch.ts';
import type { SampleFile } from './sampleFile.ts';
import { compressSelected } from '../convert/compress.ts';
import { convertForPerson } from '../convert/convert.ts';

const trial = z.enum(['convert', 'compress', 'options']);

/** Try It With a Sample: copies the picture that ships, and asks what it is to become; the walkthrough names other trials. */
export function trySample(context: BatchContext & { readonly sample: SampleFile }) {
  const { sample } = context;
  return async (wanted?: unknown): Promise<void> => {
    const { uri, isNew, isInWorkspace } = await sample.copy();
    // The Explorer shows it by itself.
    if (!isInWorkspace) await vscode.commands.executeCommand('vscode.open', uri, { preserveFocus: true });
    const how = trial.safeParse(wanted).data;
    // VS Code gives the focus back to the step of the walkthrough a moment after its button was pressed.
    const results =
      how === 'compress'
        ? await compressSelected(context)(uri, [uri])
        : await convertForPerson(context, [uri], how === 'options', true);
    // Whoever gave up finds the folder as it was. Where no folder is open, an editor shows the copy.
    if (results.length === 0 && isNew && isInWorkspace) await sample.remove(uri);
  };
}
