import * as vscode from 'vscode';
import { tools } from '../../contract/tools.ts';
import { maxFolderFiles } from '../../planning/possibilities.ts';
import { readGlob } from '../../util/glob.ts';

interface FolderFiles {
  /** Files that the caller's filter accepts. */
  readonly files: readonly vscode.Uri[];
  /** The other files, at most as many as can be combined. */
  readonly others: readonly vscode.Uri[];
  /** True if the folder contains more files than are listed. */
  readonly truncated: boolean;
}

/**
 * The files in a folder and its subfolders, without hidden files, links, `node_modules`, and files that `files.exclude`
 * matches.
 */
export async function filesBelow(
  folder: vscode.Uri,
  wanted: (file: vscode.Uri) => Promise<boolean>,
  signal: AbortSignal,
): Promise<FolderFiles> {
  const isExcluded = excludeMatcher(folder);
  const files: vscode.Uri[] = [];
  const others: vscode.Uri[] = [];
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    signal.throwIfAborted();
    for (const [name, type] of await vscode.workspace.fs.readDirectory(next)) {
      const uri = vscode.Uri.joinPath(next, name);
      if (name.startsWith('.') || name === 'node_modules' || isExcluded(uri)) continue;
      if (type === vscode.FileType.Directory) pending.push(uri);
      else if (type === vscode.FileType.File) {
        if (await wanted(uri)) files.push(uri);
        else if (others.length <= tools.combine.maxFiles) others.push(uri);
      }
      if (files.length >= maxFolderFiles) return { files, others, truncated: true };
    }
  }
  return { files: byPath(files), others: byPath(others), truncated: false };
}

function byPath(files: readonly vscode.Uri[]): vscode.Uri[] {
  return files.toSorted((a, b) => a.path.localeCompare(b.path));
}

/**
 * Matches paths that a setting such as `files.exclude` excludes. Its globs are relative to the workspace folder, or to
 * the folder itself if that is outside the workspace.
 */
export function excludeMatcher(
  folder: vscode.Uri,
  section: 'files' | 'search' = 'files',
): (uri: vscode.Uri) => boolean {
  const excludes = vscode.workspace
    .getConfiguration(section, folder)
    .get<Record<string, unknown>>('exclude', {});
  const globs = Object.entries(excludes).flatMap(([glob, on]) => (on === true ? (readGlob(glob) ?? []) : []));
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  return (uri) => {
    const path = uri.path.slice(root.path.length).replace(/^\//, '');
    return globs.some((matches) => matches(path));
  };
}
