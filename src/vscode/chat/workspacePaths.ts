import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { invalidArguments } from '../../contract/errors.ts';
import { fault } from '../../contract/faults/fault.ts';
import { isInside } from '../../util/files.ts';
import { messageLimit } from '../../util/plainText.ts';
import { withoutTrailing } from '../../util/text.ts';

/**
 * The file or folder in the workspace that a model names, by an absolute path or one relative to a workspace folder. If
 * there are several folders, the path may start with a folder's name.
 * @throws CodedError `arguments.invalid` if it doesn't exist, or links lead outside the workspace; the error doesn't
 * say which
 */
export async function workspaceUri(name: string): Promise<vscode.Uri> {
  for (const uri of candidates(name).map(normalized)) if (await isWithin(uri)) return uri;
  throw invalidArguments(fault('arguments.outsideWorkspace', name.slice(0, messageLimit.most)));
}

function candidates(name: string): vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (path.isAbsolute(name)) return folders.map(({ uri }) => uri.with({ path: vscode.Uri.file(name).path }));
  const [first = '', ...rest] = name.split(/[\\/]/);
  return folders.flatMap((folder) => [
    ...(folders.length > 1 && folder.name === first ? [vscode.Uri.joinPath(folder.uri, ...rest)] : []),
    vscode.Uri.joinPath(folder.uri, name),
  ]);
}

/** A URI without dot segments, and without a trailing slash. */
function normalized(uri: vscode.Uri): vscode.Uri {
  return uri.with({ path: withoutTrailing(path.posix.normalize(uri.path), /\//) || '/' });
}

/** True if a URI is in the workspace after resolving links. Files outside it are never accessed. */
async function isWithin(uri: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return false;
  try {
    await vscode.workspace.fs.stat(uri);
    if (uri.scheme !== 'file') return true;
    const real = await realpath(uri.fsPath);
    return (await realFolders()).some((folder) => isInside(real, folder));
  } catch {
    return false;
  }
}

async function realFolders(): Promise<string[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const local = folders.filter(({ uri }) => uri.scheme === 'file');
  return Promise.all(local.map(async ({ uri }) => realpath(uri.fsPath).catch(() => uri.fsPath)));
}
