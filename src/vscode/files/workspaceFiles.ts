import * as vscode from 'vscode';
import { tools } from '../../contract/tools.ts';
import { maxFolderFiles } from '../../planning/possibilities.ts';
import { readGlob } from '../../util/glob.ts';
import { formatOfHead, headBytes } from '../../contract/formats/formatOfHead.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { readHead } from '../../util/files.ts';
import { maxVirtualFileBytes } from './fileStores.ts';
import { folderOf } from '../../jobs/core/fileUri.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { Job } from '../../jobs/core/job.ts';

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

/**
 * The format of a file by its name, or by its content if its name has no extension. Files that aren't on disk can only
 * be read as a whole, so their content is only checked if `thorough` is set.
 */
export async function formatOfFile(
  uri: vscode.Uri,
  { thorough }: { thorough: boolean },
): Promise<string | undefined> {
  const named = formatOfFileName(uri.path);
  if (named !== undefined || (uri.scheme !== 'file' && !thorough)) return named;
  try {
    return formatOfHead(
      uri.scheme === 'file' ? await readHead(uri.fsPath, headBytes) : await headElsewhere(uri),
    );
  } catch {
    // The file's job reports that it can't be read.
    return undefined;
  }
}

async function headElsewhere(uri: vscode.Uri): Promise<Buffer> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > maxVirtualFileBytes) return Buffer.alloc(0);
  return Buffer.from(await vscode.workspace.fs.readFile(uri)).subarray(0, headBytes);
}

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

export function outputUri({ state }: Job): vscode.Uri | undefined {
  return state.name === 'done' && state.output !== undefined ? vscode.Uri.parse(state.output) : undefined;
}

/** The file to show for a job: its output, or else its source. */
export function resultOrSource(job: Job): vscode.Uri {
  return outputUri(job) ?? vscode.Uri.parse(job.source);
}
