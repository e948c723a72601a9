import * as vscode from 'vscode';
import type { SafeText } from '../text/safeText.ts';

/** A change in a file's text. Offsets count characters. */
interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface FileChanges {
  readonly uri: vscode.Uri;
  readonly changes: readonly (TextChange & Approval)[];
}

/** The presentation of a change in the preview. Changes that need confirmation are initially deselected. */
interface Approval {
  readonly heading: SafeText;
  readonly needsConfirmation: boolean;
}

export interface Removal extends Approval {
  readonly uri: vscode.Uri;
}

/**
 * Applies the changes, and saves the files according to the user's settings for refactorings. If any change needs
 * confirmation, the user reviews them in VS Code's preview first, and may deselect some. Resolves to `false` if nothing
 * could be changed.
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
