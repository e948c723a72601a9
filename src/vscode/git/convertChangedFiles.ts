import * as vscode from 'vscode';
import { accepts } from '../../planning/offer.ts';
import type { FileResult } from '../batch/fileResult.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import { formatOfFile } from '../files/fileFormat.ts';
import { chooseRepositories } from './chooseRepositories.ts';
import { changedFiles } from './changedFiles.ts';
import { say } from '../text/words.ts';
import { showInformation } from '../ui/messages.ts';
import { convertForPerson } from '../convert/convert.ts';

/**
 * Convert Changed Files…: asks what those of a repository's new and changed files are to become that can be converted. It is
 * called for repositories, or for rows of theirs.
 */
export function convertChangedFiles(context: BatchContext) {
  return async (...given: readonly unknown[]): Promise<FileResult[]> => {
    const chosen = await chooseRepositories(given);
    if (chosen.length === 0) return [];
    const offer = await context.offers.current();
    const uris: vscode.Uri[] = [];
    for (const uri of (await Promise.all(chosen.map(changedFiles))).flat()) {
      const format = await formatOfFile(uri, { thorough: true });
      if (format !== undefined && accepts(offer, 'convert', format)) uris.push(uri);
    }
    if (uris.length > 0) return convertForPerson(context, uris, false);
    void showInformation(say('No file has changed that can be converted.'));
    return [];
  };
}
