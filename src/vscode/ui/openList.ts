import * as vscode from 'vscode';
import { systemClock } from '../../util/clock.ts';
import type { SafeText } from '../text/safeText.ts';

/**
 * Time to wait for the content. It is usually available by then, and drawing an empty list takes as long as drawing a
 * full one.
 */
const graceMs = 20;

/**
 * A list that opens before its content is available. What the user types goes into the list, and searches the content
 * when it arrives.
 */
export class OpenList {
  readonly #box = vscode.window.createQuickPick();
  readonly #closing = new AbortController();
  readonly #opening = systemClock.schedule(graceMs, () => this.#box.show());
  /** Resolves once the list shows rows. Never settles if the list is closed before that. */
  readonly filled: Promise<void>;

  /** True if the list stays open when it loses the focus. */
  readonly isPersistent: boolean;

  constructor(title: SafeText, isPersistent = false) {
    this.isPersistent = isPersistent;
    this.#box.ignoreFocusOut = isPersistent;
    this.#box.title = title;
    this.#box.busy = true;
    // VS Code activates the first row when it shows the list's rows.
    this.filled = new Promise((resolve) => this.#box.onDidChangeActive(() => resolve()));
    this.#box.onDidHide(() => this.close());
  }

  /** Aborts when the list is closed for any reason. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** The list, for the caller to fill and show; `undefined` if it was closed. */
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
