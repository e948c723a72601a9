import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ArgumentsError } from '../../contract/errors.ts';
import { fault } from '../../contract/faults/fault.ts';
import { isInside } from '../../util/isInside.ts';
import { messageLimit } from '../../util/plainText.ts';
import { withoutTrailing } from '../../util/withoutTrailing.ts';

/**
 * The file or folder of the workspace that a model names, by a whole path or by one from a folder of the workspace; where there
 * are several folders, the name of one may come first.
 * @throws ArgumentsError for what is not there, or lies outside, links resolved: by one sentence, which does not tell which
 */
export async function workspaceUri(name: string): Promise<vscode.Uri> {
  for (const uri of candidates(name).map(normalized)) if (await isWithin(uri)) return uri;
  throw new ArgumentsError(fault('arguments.outsideWorkspace', name.slice(0, messageLimit.most)));
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

/** Without dots, and without a slash that a model puts behind a folder. */
function normalized(uri: vscode.Uri): vscode.Uri {
  return uri.with({ path: withoutTrailing(path.posix.normalize(uri.path), /\//) || '/' });
}

/** What lies outside by its name is not even looked at. */
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
