import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import type { ReferenceReader, IgnoreFile } from '../../references/referenceReader.ts';
import type { Edit, References } from '../../references/references.ts';
import type { IsFile, Replacement } from '../../references/paths.ts';
import { outputUri, excludeMatcher } from '../files/workspaceFiles.ts';
import { memoize } from '../../util/memoize.ts';
import { formatFactsOfFileName } from '../../contract/formats/naming.ts';

/** A file that contains references, with the changes to make. */
export interface ReferringFile {
  readonly uri: vscode.Uri;
  /** The text that the changes apply to. */
  readonly text: string;
  readonly edits: readonly Edit[];
}

export interface FoundReferences {
  readonly files: readonly ReferringFile[];
  /** Paths of replaced files that are still referred to after all changes. */
  readonly stillNamed: ReadonlySet<string>;
  /** Texts that weren't read because they are too large, too many, or take too long. They may refer to any file. */
  readonly unread: readonly vscode.Uri[];
}

/**
 * Searches the workspace folders for references to replaced files.
 * @throws the signal's reason
 */
export async function findReferences(
  reader: ReferenceReader,
  replaced: readonly ReplacedFile[],
  signal: AbortSignal,
): Promise<FoundReferences> {
  const unread: vscode.Uri[] = [];
  const files: ReferringFile[] = [];
  const stillNamed = new Set<string>();
  for (const { uri: top } of vscode.workspace.workspaceFolders ?? []) {
    const ours = replaced.filter(({ source }) => isSameSystem(source, top));
    if (ours.length === 0) continue;
    const project = projectOf(top, ours);
    for await (const { uri, text } of textFiles(top, reader, unread, signal)) {
      if ((await reader.mayRefer(text, ours, signal)) === false) continue;
      const current = await textOf(uri);
      if (current === undefined) continue;
      const found = await reader.references({ path: uri.path, text: current }, project, signal);
      if (found === undefined) {
        unread.push(uri);
        continue;
      }
      for (const path of found.stillNamed) stillNamed.add(path);
      if (found.edits.length > 0) files.push({ uri, text: current, edits: found.edits });
    }
  }
  return { files, stillNamed, unread };
}

/**
 * The references to replaced files that an open file contains now; none if no editor has opened it. A file that takes
 * too long to parse may refer to all of them.
 */
export async function referencesNow(
  reader: ReferenceReader,
  uri: vscode.Uri,
  replaced: readonly ReplacedFile[],
): Promise<References> {
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const text = await textOf(uri);
  if (top === undefined || text === undefined) return { edits: [], stillNamed: [] };
  const found = await reader.references({ path: uri.path, text }, projectOf(top, replaced));
  return found ?? { edits: [], stillNamed: replaced.map(({ from }) => from) };
}

/** The text of a file in an editor; `undefined` if it can't be opened. */
export async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return (await vscode.workspace.openTextDocument(uri)).getText();
  } catch {
    return undefined;
  }
}

function projectOf(
  top: vscode.Uri,
  replacements: readonly ReplacedFile[],
): { top: string; replacements: readonly ReplacedFile[]; isFile: IsFile } {
  return { top: top.path, replacements, isFile: memoize(async (path) => isFile(top.with({ path }))) };
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}

function isSameSystem(a: vscode.Uri, b: vscode.Uri): boolean {
  return a.scheme === b.scheme && a.authority === b.authority;
}

/** A file that was replaced by a job's result. */
export interface ReplacedFile extends Replacement {
  readonly job: Job;
  readonly source: vscode.Uri;
}

/** The files that these jobs' results replaced. If a file has several results, the latest counts. */
export function replacedFiles(jobs: readonly Job[]): ReplacedFile[] {
  const replaced = new Map<string, ReplacedFile>();
  for (const job of jobs.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const source = vscode.Uri.parse(job.source);
    const output = outputUri(job);
    if (output === undefined || job.combined !== undefined || output.path === source.path) continue;
    if (output.scheme !== source.scheme || output.authority !== source.authority) continue;
    replaced.set(job.source, { job, source, from: source.path, to: output.path });
  }
  return [...replaced.values()];
}

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

/**
 * The texts in a workspace folder, one after the other. Binary, ignored, and generated files are left out. Adds texts
 * that are too large or too many, and lists of ignored files that take too long, to `unread`.
 */
async function* textFiles(
  top: vscode.Uri,
  reader: ReferenceReader,
  unread: vscode.Uri[],
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
    if (ignored === undefined) unread.push(ignoreUri(top.with({ path: rules.at(-1)?.folder ?? '' })));
    for (const [index, { uri, isFolder }] of entries.entries()) {
      if (ignored?.[index] !== false || excluded.some((isExcluded) => isExcluded(uri))) continue;
      if (isFolder) {
        pending.push({ folder: uri, above: rules });
        continue;
      }
      signal.throwIfAborted();
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > maxBytes || count >= maxFiles) {
        unread.push(uri);
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
