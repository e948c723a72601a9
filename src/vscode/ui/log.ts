import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';
import { lineLimit, plainText } from '../../util/plainText.ts';

/**
 * The extension's log, which VS Code shows in the Output view and writes to a file. It is for troubleshooting, so it
 * isn't translated. Each entry is one line of at most 4 kB in plain characters, even if it contains external text.
 */
export class Log implements Disposable {
  readonly #channel = vscode.window.createOutputChannel('File Utility Network', { log: true });

  info(message: string): void {
    this.#channel.info(plainText(message, lineLimit));
  }

  error(message: string): void {
    this.#channel.error(plainText(message, lineLimit));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
