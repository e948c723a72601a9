import * as vscode from 'vscode';
import type { Words } from '../text/words.ts';

/**
 * A list that is open before it is known what it holds: what a person types at once goes nowhere else, and searches what
 * it is filled with.
 */
export class OpenList {
  readonly #box = vscode.window.createQuickPick();
  readonly #closing = new AbortController();
  /** Resolves once it shows rows; never where it is closed before. */
  readonly filled: Promise<void>;

  /** Whether it stays open when the focus goes elsewhere. */
  readonly isPersistent: boolean;

  constructor(title: Words, isPersistent = false) {
    this.isPersistent = isPersistent;
    this.#box.ignoreFocusOut = isPersistent;
    this.#box.title = title;
    this.#box.busy = true;
    // VS Code makes the first row that it shows the active one.
    this.filled = new Promise((resolve) => this.#box.onDidChangeActive(() => resolve()));
    this.#box.onDidHide(() => {
      this.#closing.abort();
      this.#box.dispose();
    });
    this.#box.show();
  }

  /** Aborts when it is closed, by whomever. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** The box to fill, or `undefined` once it was closed. */
  get box(): vscode.QuickPick<vscode.QuickPickItem> | undefined {
    return this.signal.aborted ? undefined : this.#box;
  }

  close(): void {
    if (!this.signal.aborted) this.#box.hide();
  }
}
