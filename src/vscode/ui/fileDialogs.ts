import * as vscode from 'vscode';
import type { Words } from '../text/words.ts';

/** Has a person choose files; `purpose` is the title, and the button. */
export async function openFiles(purpose: Words): Promise<vscode.Uri[]> {
  const options = { canSelectMany: true, canSelectFiles: true, openLabel: purpose, title: purpose };
  return (await vscode.window.showOpenDialog(options)) ?? [];
}

/** Has a person choose where a file goes, which is shown this folder, or this name in one, at first. */
export async function saveFile(title: Words, defaultUri: vscode.Uri): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({ title, defaultUri });
}
