import * as vscode from 'vscode';
import { rowOfFileName } from '../../contract/formats/naming.ts';
import type { Edit, Project, References } from '../../references/references.ts';
import type { ReplacedFile } from './replacedFiles.ts';
import { textFiles } from './textFiles.ts';

/** A file with what has to change in it. */
export interface ReferringFile {
  readonly uri: vscode.Uri;
  /** What the edits are made for. */
  readonly text: string;
  readonly edits: readonly Edit[];
}

export interface FoundReferences {
  readonly files: readonly ReferringFile[];
  /** Paths of replaced files that are named all the same once everything has changed, or may be where nobody looked. */
  readonly stillNamed: ReadonlySet<string>;
}

/** Looks through the folders of the workspace for what refers to replaced files. @throws the signal's reason */
export async function findReferences(
  replaced: readonly ReplacedFile[],
  signal: AbortSignal,
): Promise<FoundReferences> {
  const { IgnoreFiles, mayRefer, referencesIn } = await import('../../references/index.ts');
  const files: ReferringFile[] = [];
  const stillNamed = new Set<string>();
  for (const { uri: top } of vscode.workspace.workspaceFolders ?? []) {
    const ours = replaced.filter(({ source }) => isSameSystem(source, top));
    if (ours.length === 0) continue;
    const onLeftOut = (): void => ours.forEach(({ from }) => stillNamed.add(from));
    for await (const { uri, text } of textFiles(top, new IgnoreFiles(top.path), onLeftOut, signal)) {
      if (!mayRefer(text, ours)) continue;
      const current = await textOf(uri);
      if (current === undefined) continue;
      const found = await referencesIn({ path: uri.path, text: current }, projectOf(top, ours));
      for (const path of found.stillNamed) stillNamed.add(path);
      if (found.edits.length > 0) files.push({ uri, text: current, edits: found.edits });
    }
  }
  return { files, stillNamed };
}

/** What still refers to replaced files in a file, as an editor has it; nothing in what none opens. */
export async function referencesNow(uri: vscode.Uri, replaced: readonly ReplacedFile[]): Promise<References> {
  const { referencesIn } = await import('../../references/index.ts');
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const text = await textOf(uri);
  if (top === undefined || text === undefined) return { edits: [], stillNamed: [] };
  return referencesIn({ path: uri.path, text }, projectOf(top, replaced));
}

/** The text of a file as an editor has it; `undefined` of what none opens. */
export async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return (await vscode.workspace.openTextDocument(uri)).getText();
  } catch {
    return undefined;
  }
}

function projectOf(top: vscode.Uri, replacements: readonly ReplacedFile[]): Project {
  const known = new Map<string, Promise<boolean>>();
  return {
    top: top.path,
    replacements,
    mediaTypeOf: (name) => rowOfFileName(name)?.mediaType,
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
