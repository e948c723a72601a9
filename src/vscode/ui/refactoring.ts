import * as vscode from 'vscode';
import type { Words } from '../text/words.ts';

/** A change of a file's text, at offsets of its characters. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What changes together in a file, and is shown under one heading. */
export interface FileChanges {
  readonly uri: vscode.Uri;
  readonly changes: readonly (TextChange & Approval)[];
}

/** What a person is asked about a change: what needs confirmation begins without its tick. */
export interface Approval {
  readonly heading: Words;
  readonly needsConfirmation: boolean;
}

/** A file that goes. */
export interface Removal extends Approval {
  readonly uri: vscode.Uri;
}

/**
 * Makes the changes, once a person has looked at them in VS Code's preview where any of them needs confirmation, and saves
 * the files as the person wants it of refactorings. What a person has left out, the files say. `false` where nothing could be
 * changed.
 */
export async function refactor(
  files: readonly FileChanges[],
  removals: readonly Removal[] = [],
): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, changes } of files) {
    const document = await vscode.workspace.openTextDocument(uri);
    for (const { start, end, text, ...approval } of changes) {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      edit.replace(uri, range, text, metadata(approval));
    }
  }
  for (const { uri, ...approval } of removals) {
    edit.deleteFile(uri, { ignoreIfNotExists: true }, metadata(approval));
  }
  return vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

function metadata({ heading, needsConfirmation }: Approval): vscode.WorkspaceEditEntryMetadata {
  return { label: heading, needsConfirmation };
}
