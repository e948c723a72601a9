import * as vscode from 'vscode';
import type { SafeText } from '../text/safeText.ts';

/** Asks for files. `purpose` is the title of the dialog and the label of its button. */
export async function openFiles(purpose: SafeText): Promise<vscode.Uri[]> {
  const options = { canSelectMany: true, canSelectFiles: true, openLabel: purpose, title: purpose };
  return (await vscode.window.showOpenDialog(options)) ?? [];
}

/** Asks where to save a file. The dialog starts with the given folder or file. */
export async function saveFile(title: SafeText, defaultUri: vscode.Uri): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({ title, defaultUri });
}
