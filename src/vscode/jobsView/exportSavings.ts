import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { type Ledger, savingsCsv } from '../../credits/ledger.ts';
import { FileStoreError } from '../../jobs/files/fileStore.ts';
import { say, wholePath } from '../text/safeText.ts';
import { saveFile } from '../ui/fileDialogs.ts';
import { commandAction, showInformation } from '../ui/messages.ts';

/**
 * Implements **Export Savings as CSV**: writes the savings by day, tool, and place to a file that the user chooses.
 * @throws FileStoreError
 */
export function exportSavings(ledger: Ledger) {
  return async (): Promise<void> => {
    const entries = await ledger.all();
    if (entries.length === 0) {
      return showInformation(say('There’s nothing to export yet. Convert or compress a file first.'));
    }
    const target = await saveFile(say('Export savings'), vscode.Uri.joinPath(startFolder(), 'savings.csv'));
    if (target === undefined) return undefined;
    await write(target, savingsCsv(entries));
    return showInformation(
      say('Saved {0}.', wholePath(target.fsPath)),
      commandAction(say('Open'), 'vscode.open', target),
    );
  };
}

function startFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

async function write(target: vscode.Uri, text: string): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(text));
  } catch (error) {
    throw new FileStoreError('file.unwritable', String(error), { cause: error });
  }
}
