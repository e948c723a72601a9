import * as vscode from 'vscode';
import type { contextKeys } from '../../manifest.ts';

type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** The one door to `setContext`; a key is written only when its value changes. */
export class ContextKeys {
  readonly #values = new Map<ContextKey, boolean>();

  set(key: ContextKey, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
