import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { isImageFormat } from '../../contract/formats/table.ts';
import { fileKey } from '../../jobs/files/fileUri.ts';
import { DiskFileStore } from '../../jobs/files/diskFileStore.ts';
import { formatOfFile } from '../files/fileFormat.ts';
import type { ChosenRepository } from './chooseRepositories.ts';
import { type Repository, stagedDeletion, unstagedChanges } from './gitApi.ts';

/** A staged image whose content on disk is the same. */
export interface StagedImage {
  readonly uri: vscode.Uri;
  /** Git's object id of the staged content. */
  readonly object: string;
}

export interface StagedImages {
  readonly whole: readonly StagedImage[];
  /** Images whose staged content differs from that on disk or in an editor. */
  readonly inPart: readonly vscode.Uri[];
  /** Images for which only a Git LFS pointer is on disk. */
  readonly pointers: readonly vscode.Uri[];
}

/** The start of a Git LFS pointer, which is shorter than 1024 bytes (git-lfs, docs/spec.md). */
const pointerBeginning = 'version https://git-lfs.github.com/spec/';
const maxPointerBytes = 1024;

const plainModes = new Set(['100644', '100755']);

const disk = new DiskFileStore();

/** Finds the staged images. Submodules, links, and staged deletions are left out. */
export async function stagedImages({ repository, files }: ChosenRepository): Promise<StagedImages> {
  const wanted = files && keysOf(files);
  const changed = keysOf(unstagedChanges(repository).map(({ uri }) => uri));
  const unsaved = keysOf(vscode.workspace.textDocuments.flatMap((each) => (each.isDirty ? each.uri : [])));
  const found = { whole: [] as StagedImage[], inPart: [] as vscode.Uri[], pointers: [] as vscode.Uri[] };
  for (const { uri, status } of repository.state.indexChanges) {
    const key = keyOf(uri);
    if (status === stagedDeletion || wanted?.has(key) === false || !(await isImage(uri))) continue;
    const staged = await stagedObject(repository, uri);
    const facts = await disk.facts(uri.toString()).catch(() => undefined);
    if (staged === undefined) continue;
    if (changed.has(key) || unsaved.has(key)) found.inPart.push(uri);
    else if (facts?.kind !== 'file' || facts.isLink) continue;
    else if (facts.sizeBytes < maxPointerBytes && (await isPointer(uri))) found.pointers.push(uri);
    else found.whole.push({ uri, object: staged });
  }
  return found;
}

/** The object id of a regular file in the index; `undefined` if it isn't there, or is a link or a submodule. */
export async function stagedObject(repository: Repository, uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { mode, object } = await repository.getObjectDetails('', uri.fsPath);
    return plainModes.has(mode) ? object : undefined;
  } catch {
    return undefined;
  }
}

/** Paths in a repository that have unstaged changes, relative to the repository. */
export function unstagedPaths(repository: Repository): string[] {
  return unstagedChanges(repository).map(({ uri }) => pathIn(repository.rootUri, uri));
}

/** The path of a file relative to a folder, as Git writes it. */
export function pathIn(root: vscode.Uri, uri: vscode.Uri): string {
  return path.relative(root.fsPath, uri.fsPath).split(path.sep).join('/');
}

async function isImage(uri: vscode.Uri): Promise<boolean> {
  return isImageFormat(await formatOfFile(uri, { thorough: true }));
}

async function isPointer(uri: vscode.Uri): Promise<boolean> {
  const text = await readFile(uri.fsPath, 'utf8').catch(() => '');
  return text.startsWith(pointerBeginning);
}

function keysOf(uris: readonly vscode.Uri[]): ReadonlySet<string> {
  return new Set(uris.map(keyOf));
}

function keyOf(uri: vscode.Uri): string {
  return fileKey(uri.toString());
}
