import * as vscode from 'vscode';
import { folderOf } from '../../jobs/files/fileUri.ts';
import type { Disposable } from '../../util/disposable.ts';

/** Calls the listener when a file has been written anew, until disposed. */
export function onDidChangeFile(file: vscode.Uri, listener: () => void): Disposable {
  const folder = vscode.Uri.parse(folderOf(file.toString()));
  // A name may hold what a pattern would take for its own signs.
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  const check = (changed: vscode.Uri): void => {
    if (changed.toString() === file.toString()) listener();
  };
  watcher.onDidChange(check);
  watcher.onDidCreate(check);
  return watcher;
}
