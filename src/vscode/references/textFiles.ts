import * as vscode from 'vscode';
import { formatFactsOfFileName } from '../../contract/formats/naming.ts';
import type { IgnoreFile, ReferenceReader } from '../../references/referenceReader.ts';
import { excludeMatcher } from '../files/folderFiles.ts';

/** Larger files are data rather than texts that people wrote. */
const maxBytes = 2 * 1024 * 1024;

/** Reading more files would take minutes. */
const maxFiles = 50_000;

/** A larger `.gitignore` wasn't written by hand. */
const maxIgnoreChars = 100_000;

/** Kinds of formats that aren't text. SVG is an exception. */
const binaryKinds: ReadonlySet<unknown> = new Set([
  'images',
  'audio',
  'video',
  'fonts',
  'ebooks',
  'archives',
]);

interface TextFile {
  readonly uri: vscode.Uri;
  /** The file's text, from an editor if the file is open, else decoded as UTF-8. */
  readonly text: string;
}

/** Called for a text that wasn't read: it is too large, one of too many, or takes too long. */
export type LeftOut = (uri: vscode.Uri, why: 'size' | 'time') => void;

/**
 * The texts in a workspace folder, one after the other. Binary, ignored, and generated files are left out. Calls
 * `onLeftOut` for texts that weren't read.
 */
export async function* textFiles(
  top: vscode.Uri,
  reader: ReferenceReader,
  onLeftOut: LeftOut,
  signal: AbortSignal,
): AsyncGenerator<TextFile> {
  const open = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]));
  const excluded = [excludeMatcher(top, 'files'), excludeMatcher(top, 'search')];
  let count = 0;
  const pending: { readonly folder: vscode.Uri; readonly above: readonly IgnoreFile[] }[] = [
    { folder: top, above: [] },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    signal.throwIfAborted();
    const { folder, above } = next;
    const listed = await vscode.workspace.fs.readDirectory(folder);
    const rules = [...above, ...(await ignoreFileOf(folder, listed))];
    const entries = listed
      .map(([name, type]) => ({
        uri: vscode.Uri.joinPath(folder, name),
        isFolder: type === vscode.FileType.Directory,
        isText: type === vscode.FileType.File && !isBinaryName(name),
      }))
      .filter(({ isFolder, isText }) => isFolder || isText);
    const paths = entries.map(({ uri, isFolder }) => ({ path: uri.path, isFolder }));
    const ignored = await reader.ignored(rules, paths, signal);
    if (ignored === undefined) onLeftOut(ignoreUri(top.with({ path: rules.at(-1)?.folder ?? '' })), 'time');
    for (const [index, { uri, isFolder }] of entries.entries()) {
      if (ignored?.[index] !== false || excluded.some((isExcluded) => isExcluded(uri))) continue;
      if (isFolder) {
        pending.push({ folder: uri, above: rules });
        continue;
      }
      signal.throwIfAborted();
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > maxBytes || count >= maxFiles) {
        onLeftOut(uri, 'size');
        continue;
      }
      count += 1;
      const text = open.get(uri.toString())?.getText() ?? (await readText(uri));
      if (text !== undefined) yield { uri, text };
    }
  }
}

async function ignoreFileOf(
  folder: vscode.Uri,
  entries: readonly (readonly [name: string, type: vscode.FileType])[],
): Promise<IgnoreFile[]> {
  if (!entries.some(([name]) => name === '.gitignore')) return [];
  const text = await readText(ignoreUri(folder));
  return text === undefined || text.length > maxIgnoreChars ? [] : [{ folder: folder.path, text }];
}

function ignoreUri(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, '.gitignore');
}

function isBinaryName(name: string): boolean {
  const row = formatFactsOfFileName(name);
  return row !== undefined && row.id !== 'svg' && binaryKinds.has(row.kind);
}

/** The text of a file; `undefined` if it is binary or unreadable. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
