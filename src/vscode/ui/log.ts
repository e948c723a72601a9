import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';
import { lineLimit, plainText } from '../../util/plainText.ts';

/**
 * The log of the extension, in the Output view and in a file. It is for whoever looks for a fault, so it is not translated;
 * an entry is a line of plain characters, 4 kB at most, whatever words of files and servers it holds.
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
