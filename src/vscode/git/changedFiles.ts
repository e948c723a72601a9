import type * as vscode from 'vscode';
import { fileKey } from '../../jobs/files/fileUri.ts';
import { DiskFileStore } from '../../jobs/files/diskFileStore.ts';
import type { ChosenRepository } from './chooseRepositories.ts';
import { unstagedChanges } from './gitApi.ts';

const disk = new DiskFileStore();

/** The files of a repository that are new or have changed, staged or not, as far as they are there and are no links or folders. */
export async function changedFiles({ repository, files }: ChosenRepository): Promise<vscode.Uri[]> {
  const changes = [...repository.state.indexChanges, ...unstagedChanges(repository)];
  const changed = new Map(changes.map(({ uri }) => [fileKey(uri.toString()), uri]));
  const wanted = files === undefined ? undefined : new Set(files.map((uri) => fileKey(uri.toString())));
  const found: vscode.Uri[] = [];
  for (const [key, uri] of changed) {
    if (wanted?.has(key) === false) continue;
    const facts = await disk.facts(uri.toString()).catch(() => undefined);
    if (facts?.kind === 'file' && !facts.isLink) found.push(uri);
  }
  return found;
}
