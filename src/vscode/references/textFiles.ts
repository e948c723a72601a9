import * as vscode from 'vscode';
import { rowOfFileName } from '../../contract/formats/naming.ts';
import type { IgnoreFiles } from '../../references/ignoreFiles.ts';
import { excludeMatcher } from '../files/excludes.ts';

/** More than that is data rather than what somebody wrote. */
const maxBytes = 2 * 1024 * 1024;

/** More would take minutes. */
const maxFiles = 50_000;

/** Kinds of formats of which nothing is text but SVG. */
const binaryKinds: ReadonlySet<unknown> = new Set([
  'images',
  'audio',
  'video',
  'fonts',
  'ebooks',
  'archives',
]);

/** What was found of the texts of a folder. */
export interface TextFile {
  readonly uri: vscode.Uri;
  /** As it is in an editor, or else as UTF-8. */
  readonly text: string;
}

/**
 * The texts of a workspace's folder, one after the other; none that is binary, ignored by Git or the settings, or generated.
 * `onLeftOut` hears of texts that were not looked at because they are too large or too many.
 */
export async function* textFiles(
  top: vscode.Uri,
  ignored: IgnoreFiles,
  onLeftOut: (uri: vscode.Uri) => void,
  signal: AbortSignal,
): AsyncGenerator<TextFile> {
  const open = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]));
  const excluded = [excludeMatcher(top, 'files'), excludeMatcher(top, 'search')];
  let count = 0;
  const pending = [top];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    signal.throwIfAborted();
    const entries = await vscode.workspace.fs.readDirectory(folder);
    if (entries.some(([name]) => name === '.gitignore')) {
      ignored.add(folder.path, (await readText(vscode.Uri.joinPath(folder, '.gitignore'))) ?? '');
    }
    for (const [name, type] of entries) {
      const uri = vscode.Uri.joinPath(folder, name);
      const isFolder = type === vscode.FileType.Directory;
      if (!isFolder && (type !== vscode.FileType.File || isBinaryName(name))) continue;
      if (ignored.has(uri.path, isFolder) || excluded.some((isExcluded) => isExcluded(uri))) continue;
      if (isFolder) {
        pending.push(uri);
        continue;
      }
      signal.throwIfAborted();
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > maxBytes || count >= maxFiles) {
        onLeftOut(uri);
        continue;
      }
      count += 1;
      const text = open.get(uri.toString())?.getText() ?? (await readText(uri));
      if (text !== undefined) yield { uri, text };
    }
  }
}

function isBinaryName(name: string): boolean {
  const row = rowOfFileName(name);
  return row !== undefined && row.id !== 'svg' && binaryKinds.has(row.kind);
}

/** `undefined` of what is no text, or can't be read. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
