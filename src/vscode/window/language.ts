import * as vscode from 'vscode';
import { speak } from '../text/words.ts';

/** Has all words made in the language of VS Code; to be called before anything is said. */
export function speakAsVsCode(): void {
  speak({
    tag: vscode.env.language,
    translate: (message, ...parameters) => vscode.l10n.t(message, ...parameters),
  });
}
