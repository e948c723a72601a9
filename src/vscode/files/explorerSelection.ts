import * as vscode from 'vscode';
import { copiedBy } from '../ui/clipboard.ts';

/** What VS Code's command copies where the focus is elsewhere; without it, that would be the active editor's file or a complaint. */
const elsewhere = vscode.Uri.from({ scheme: 'untitled', path: 'the-focus-is-not-in-the-explorer' });

/**
 * What is selected in the Explorer while it has the focus, else nothing. VS Code's API does not tell, so its own command copies
 * the paths.
 */
export async function explorerSelection(): Promise<vscode.Uri[]> {
  const paths = await copiedBy('copyFilePath', elsewhere);
  if (paths.endsWith(elsewhere.path)) return [];
  return paths.split(/\r?\n/).flatMap((path) => (path === '' ? [] : uriOfPath(path)));
}

/** Paths are of the disk, unless a folder of the workspace is elsewhere and has them. */
function uriOfPath(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.find(
    ({ uri }) => uri.scheme !== 'file' && `${path}/`.startsWith(`${uri.path.replace(/\/$/, '')}/`),
  );
  return folder === undefined ? vscode.Uri.file(path) : folder.uri.with({ path });
}
