import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';
import { lineLimit, plainText } from '../../util/plainText.ts';

/**
 * The extension's log, in the Output view and in a file. It is for troubleshooting, so it isn't translated. An entry is
 * one line of plain characters, at most 4 kB, even with external text.
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
