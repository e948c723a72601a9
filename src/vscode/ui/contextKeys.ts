import * as vscode from 'vscode';
import type { contextKeys } from '../../manifest.ts';

type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** Sets VS Code's context keys, but only if their values change. */
export class ContextKeys {
  readonly #values = new Map<ContextKey, boolean>();

  set(key: ContextKey, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
