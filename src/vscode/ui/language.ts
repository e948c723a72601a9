import * as vscode from 'vscode';
import { english, speak } from '../text/safeText.ts';

/**
 * Sets the language of all texts to that of VS Code, or to English if there is no translation. Call this before
 * anything is shown.
 */
export function speakAsVsCode(): void {
  // Without translations, the numbers, lists, and plurals must be English, too, so that texts don't mix two languages.
  if (vscode.l10n.bundle === undefined) return speak(english);
  speak({
    tag: vscode.env.language,
    translate: ({ message, args, comment = [] }) => vscode.l10n.t({ message, args: [...args], comment }),
  });
}
