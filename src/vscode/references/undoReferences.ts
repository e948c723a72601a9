import * as vscode from 'vscode';
import { say } from '../text/words.ts';
import { type FileChanges, refactor } from '../ui/refactoring.ts';
import { textOf } from './findReferences.ts';
import { fingerprint, type ReferenceHistory, type ReferenceUpdate } from './referenceHistory.ts';

/** What became of the references that were changed for a batch, by the URIs of files. */
export interface UndoneReferences {
  readonly restored: readonly string[];
  /** Changed since, or not to be had. */
  readonly left: readonly string[];
}

/** Changes references back that were changed for a batch, in files whose text is still the one that came of it. */
export async function undoReferences(history: ReferenceHistory, batch: string): Promise<UndoneReferences> {
  const restored = new Set<string>();
  const left = new Set<string>();
  for (const { files } of await history.take(batch)) {
    const changes: FileChanges[] = [];
    for (const file of files) {
      const uri = vscode.Uri.parse(file.uri);
      const text = left.has(file.uri) ? undefined : await textOf(uri);
      if (text === undefined || fingerprint(text) !== file.sha256) left.add(file.uri);
      else changes.push({ uri, changes: file.reversals.map(unasked) });
    }
    const done = (await refactor(changes)) ? restored : left;
    for (const { uri } of changes) done.add(uri.toString());
  }
  return { restored: [...restored].filter((uri) => !left.has(uri)), left: [...left] };
}

function unasked(
  reversal: ReferenceUpdate['files'][number]['reversals'][number],
): FileChanges['changes'][number] {
  return { ...reversal, heading: say('References'), needsConfirmation: false };
}
