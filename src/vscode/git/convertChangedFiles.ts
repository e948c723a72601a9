import * as vscode from 'vscode';
import { DiskFileStore } from '../../jobs/files/diskFileStore.ts';
import { fileKey } from '../../jobs/files/fileUri.ts';
import { accepts } from '../../planning/offer.ts';
import type { BatchFileResult } from '../batch/fileResult.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import { convertForPerson } from '../convert/convert.ts';
import { formatOfFile } from '../files/fileFormat.ts';
import { say } from '../text/safeText.ts';
import { showInformation } from '../ui/messages.ts';
import { chooseRepositories, type ChosenRepository } from './chooseRepositories.ts';
import { unstagedChanges } from './gitApi.ts';

/**
 * Implements **Convert Changed Files…**: asks for the target of a repository's new and changed files that can be
 * converted. It is called for repositories, or for their rows.
 */
export function convertChangedFiles(context: BatchContext) {
  return async (...given: readonly unknown[]): Promise<BatchFileResult[]> => {
    const chosen = await chooseRepositories(given);
    if (chosen.length === 0) return [];
    const offer = await context.offers.current();
    const uris: vscode.Uri[] = [];
    for (const uri of (await Promise.all(chosen.map(changedFiles))).flat()) {
      const format = await formatOfFile(uri, { thorough: true });
      if (format !== undefined && accepts(offer, 'convert', format)) uris.push(uri);
    }
    if (uris.length > 0) return convertForPerson(context, uris);
    void showInformation(say('None of the changed files can be converted.'));
    return [];
  };
}

const disk = new DiskFileStore();

/** The new and changed files of a repository, staged or not. Deleted files, links, and folders are left out. */
async function changedFiles({ repository, files }: ChosenRepository): Promise<vscode.Uri[]> {
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
