import * as vscode from 'vscode';
import { folderOf } from '../../jobs/files/fileUri.ts';
import type { Disposable } from '../../util/disposable.ts';

/** Calls the listener when a file has been written, until the result is disposed. */
export function onDidChangeFile(file: vscode.Uri, listener: () => void): Disposable {
  const folder = vscode.Uri.parse(folderOf(file.toString()));
  // Watches the whole folder, because the file's name may contain characters that are special in a pattern.
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  const check = (changed: vscode.Uri): void => {
    if (changed.toString() === file.toString()) listener();
  };
  watcher.onDidChange(check);
  watcher.onDidCreate(check);
  return watcher;
}
