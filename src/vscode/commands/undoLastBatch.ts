import * as vscode from 'vscode';
import type { Jobs } from '../../jobs/jobs.ts';
import { countText } from '../text/amounts.ts';

/** Undo Last Conversion or Compression: unchanged outputs go, replaced files come back. A message undoes its own batch. */
export function undoLastBatch(jobs: Jobs) {
  return async (batch?: unknown): Promise<void> => {
    const { removed, restored, kept } = await jobs.undo(typeof batch === 'string' ? batch : undefined);
    const parts = [
      removed > 0 ? vscode.l10n.t('{0} results removed', countText(removed)) : undefined,
      restored > 0 ? vscode.l10n.t('{0} originals restored', countText(restored)) : undefined,
      kept > 0 ? vscode.l10n.t('{0} kept because they were changed since', countText(kept)) : undefined,
    ].filter((part) => part !== undefined);
    void vscode.window.showInformationMessage(
      parts.length === 0 ? vscode.l10n.t('There is nothing to undo.') : `${parts.join(', ')}.`,
    );
  };
}
