import * as vscode from 'vscode';

/** Says once that a list of jobs could not be read, and where it was put. */
export function warnOfJournal(path: string): void {
  void vscode.window.showWarningMessage(
    vscode.l10n.t('A list of jobs could not be read whole. It was put aside, not deleted: {0}', path),
  );
}
