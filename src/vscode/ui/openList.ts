import * as vscode from 'vscode';
import { systemClock } from '../../util/clock.ts';
import type { Words } from '../text/words.ts';

/** What it holds is mostly known by then: to draw it empty first takes the window as long as to draw it full. */
const graceMs = 20;

/**
 * A list that is open before it is known what it holds: what a person types at once goes nowhere else, and searches what
 * it is filled with.
 */
export class OpenList {
  readonly #box = vscode.window.createQuickPick();
  readonly #closing = new AbortController();
  readonly #opening = systemClock.schedule(graceMs, () => this.#box.show());
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
    this.#box.onDidHide(() => this.close());
  }

  /** Aborts when it is closed, by whomever. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** The box, for the caller to fill and to show, or `undefined` once it was closed. */
  take(): vscode.QuickPick<vscode.QuickPickItem> | undefined {
    this.#opening.dispose();
    return this.signal.aborted ? undefined : this.#box;
  }

  close(): void {
    if (this.signal.aborted) return;
    this.#opening.dispose();
    this.#closing.abort();
    this.#box.dispose();
  }
}
