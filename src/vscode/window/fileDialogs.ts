import * as vscode from 'vscode';
import type { Words } from '../text/words.ts';

/** Has a person choose files; `purpose` is the title, and the button. */
export async function openFiles(purpose: Words): Promise<vscode.Uri[]> {
  const options = { canSelectMany: true, canSelectFiles: true, openLabel: purpose, title: purpose };
  return (await vscode.window.showOpenDialog(options)) ?? [];
}

/** Has a person choose where a file goes, in this folder at first. */
export async function saveFile(title: Words, folder: vscode.Uri): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({ title, defaultUri: folder });
}
