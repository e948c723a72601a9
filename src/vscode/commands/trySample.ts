import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { commands } from '../../manifest.ts';
import type { SampleFile } from '../files/sampleFile.ts';

/** What can be tried, and the command that does it as menus do. */
const trials = {
  convert: commands.convert,
  compress: commands.compressSelected,
  options: commands.convertWithOptions,
} as const;

const trial = z.catch(z.enum(['convert', 'compress', 'options']), 'convert');

/** Try It With a Sample: copies the picture that ships, and asks what it is to become; the walkthrough names other trials. */
export function trySample(sample: SampleFile) {
  return async (wanted?: unknown): Promise<void> => {
    const { uri, isNew, isInWorkspace } = await sample.copy();
    // The Explorer shows it by itself. The list of formats would close if the focus moved, as revealing it there would do.
    if (!isInWorkspace) await vscode.commands.executeCommand('vscode.open', uri, { preserveFocus: true });
    const results: unknown = await vscode.commands.executeCommand(trials[trial.parse(wanted)], uri, [uri]);
    const isUsed = Array.isArray(results) && results.length > 0;
    // Whoever gave up finds the folder as it was. Where no folder is open, an editor shows the copy.
    if (!isUsed && isNew && isInWorkspace) await sample.remove(uri);
  };
}
