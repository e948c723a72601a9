import * as vscode from 'vscode';
import { copiedBy } from '../window/clipboard.ts';

/** What is selected in the Explorer that has the focus. VS Code's API does not tell, so its own command copies the paths. */
export async function explorerSelection(): Promise<vscode.Uri[]> {
  const paths = await copiedBy('copyFilePath');
  return paths.split(/\r?\n/).flatMap((path) => (path === '' ? [] : uriOfPath(path)));
}

/** Paths are of the disk, unless a folder of the workspace is elsewhere and has them. */
function uriOfPath(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.find(
    ({ uri }) => uri.scheme !== 'file' && `${path}/`.startsWith(`${uri.path.replace(/\/$/, '')}/`),
  );
  return folder === undefined ? vscode.Uri.file(path) : folder.uri.with({ path });
}
