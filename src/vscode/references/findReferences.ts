import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import type { ReferenceReader } from '../../references/referenceReader.ts';
import type { Edit, References } from '../../references/references.ts';
import type { IsFile, Replacement } from '../../references/paths.ts';
import { outputUri } from '../files/jobUris.ts';
import { type LeftOut, textFiles } from './textFiles.ts';

/** A file that contains references, with the changes to make. */
export interface ReferringFile {
  readonly uri: vscode.Uri;
  /** The text that the changes apply to. */
  readonly text: string;
  readonly edits: readonly Edit[];
}

export interface FoundReferences {
  readonly files: readonly ReferringFile[];
  /** Paths of replaced files that are still referred to after all changes, or may be, in files that weren't read. */
  readonly stillNamed: ReadonlySet<string>;
  /** Files that took too long to parse. */
  readonly tooLong: readonly vscode.Uri[];
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
  const tooLong: vscode.Uri[] = [];
  const files: ReferringFile[] = [];
  const stillNamed = new Set<string>();
  for (const { uri: top } of vscode.workspace.workspaceFolders ?? []) {
    const ours = replaced.filter(({ source }) => isSameSystem(source, top));
    if (ours.length === 0) continue;
    const project = projectOf(top, ours);
    const onLeftOut: LeftOut = (uri, why) => {
      if (why === 'time') tooLong.push(uri);
      for (const { from } of ours) stillNamed.add(from);
    };
    for await (const { uri, text } of textFiles(top, reader, onLeftOut, signal)) {
      if ((await reader.mayRefer(text, ours, signal)) === false) continue;
      const current = await textOf(uri);
      if (current === undefined) continue;
      const found = await reader.references({ path: uri.path, text: current }, project, signal);
      if (found === undefined) {
        onLeftOut(uri, 'time');
        continue;
      }
      for (const path of found.stillNamed) stillNamed.add(path);
      if (found.edits.length > 0) files.push({ uri, text: current, edits: found.edits });
    }
  }
  return { files, stillNamed, tooLong };
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
  const known = new Map<string, Promise<boolean>>();
  return {
    top: top.path,
    replacements,
    isFile: async (path) => {
      const answer = known.get(path) ?? isFile(top.with({ path }));
      known.set(path, answer);
      return answer;
    },
  };
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
