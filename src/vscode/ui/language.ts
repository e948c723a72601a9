import * as vscode from 'vscode';
import { english, speak } from '../text/words.ts';

/** Has all words made in the language of VS Code, or in English where nobody has translated them; to be called before anything is said. */
export function speakAsVsCode(): void {
  // With figures, lists and plurals of another language, English sentences would be of neither.
  if (vscode.l10n.bundle === undefined) return speak(english);
  speak({
    tag: vscode.env.language,
    translate: ({ message, args, comment = [] }) => vscode.l10n.t({ message, args: [...args], comment }),
  });
}
