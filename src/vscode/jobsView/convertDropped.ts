import * as vscode from 'vscode';
import { problemOf } from '../../jobs/core/problem.ts';
import { DiskFileStore } from '../../jobs/files/diskFileStore.ts';
import { commands } from '../../manifest.ts';
import { RoutedFileStore } from '../files/routedFileStore.ts';
import { copyVirtualFiles } from '../files/virtualFiles.ts';
import { WorkspaceFileStore } from '../files/workspaceFileStore.ts';
import { problemText } from '../text/problems.ts';
import { say } from '../text/safeText.ts';
import { showError, showWarning } from '../ui/messages.ts';
import type { Drop, VirtualFile } from '../ui/treeView.ts';

/**
 * Asks for a target for dropped files. If they are dropped on the empty list's row for compression, compresses them
 * instead.
 */
export async function convertDropped({ target, uris, virtualFiles }: Drop): Promise<void> {
  try {
    const files = [...uris, ...(await located(virtualFiles))];
    const command = target === commands.compressSelected ? target : commands.convert;
    // Isn't awaited, because the view would look busy while the list of formats is open.
    if (files.length > 0) void vscode.commands.executeCommand(command, files[0], files);
  } catch (error) {
    void showError(problemText(problemOf(error)));
  }
}

/** Copies files from another computer to the open folder, and returns their URIs. Warns if no folder is open. */
async function located(virtualFiles: readonly VirtualFile[]): Promise<vscode.Uri[]> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (virtualFiles.length === 0) return [];
  if (folder === undefined) {
    void showWarning(say('Open a folder first: files from another computer are copied into it.'));
    return [];
  }
  const files = new RoutedFileStore(new DiskFileStore(), new WorkspaceFileStore());
  const kept = await copyVirtualFiles(files, virtualFiles, folder.toString());
  return kept.map((uri) => vscode.Uri.parse(uri));
}
