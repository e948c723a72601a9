import * as vscode from 'vscode';
import { english, speak } from '../text/safeText.ts';

/**
 * Sets the language of all words to VS Code's, or to English if there is no translation. Called before anything is
 * shown.
 */
export function speakAsVsCode(): void {
  // English sentences with numbers, lists, and plurals of another language would mix the two.
  if (vscode.l10n.bundle === undefined) return speak(english);
  speak({
    tag: vscode.env.language,
    translate: ({ message, args, comment = [] }) => vscode.l10n.t({ message, args: [...args], comment }),
  });
}
