import * as vscode from 'vscode';
import type { SafeText } from '../text/safeText.ts';

/** A change of a file's text, at character offsets. */
interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Changes in a file that are shown under one heading. */
export interface FileChanges {
  readonly uri: vscode.Uri;
  readonly changes: readonly (TextChange & Approval)[];
}

/** The presentation of a change: those that need confirmation are initially deselected. */
interface Approval {
  readonly heading: SafeText;
  readonly needsConfirmation: boolean;
}

/** A file to remove. */
export interface Removal extends Approval {
  readonly uri: vscode.Uri;
}

/**
 * Applies the changes and saves the files according to the user's settings for refactorings. If any needs confirmation,
 * the user first reviews them in VS Code's preview, and may deselect some. `false` if nothing could be changed.
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
