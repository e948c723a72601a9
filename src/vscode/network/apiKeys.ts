import type * as vscode from 'vscode';

/**
 * API keys in VS Code's secret storage. Each is bound to the origin that it was entered for, and no other origin gets
 * it.
 */
export class ApiKeys {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async get(origin: string): Promise<string | undefined> {
    const key = await this.#secrets.get(secretName(origin));
    return key === '' ? undefined : key;
  }

  async set(origin: string, key: string): Promise<void> {
    await this.#secrets.store(secretName(origin), key);
  }

  async remove(origin: string): Promise<void> {
    await this.#secrets.delete(secretName(origin));
  }

  /** True if there is a key for at least one origin. */
  async any(): Promise<boolean> {
    return (await this.#secrets.keys()).some((name) => name.startsWith(prefix));
  }

  /** Calls the listener when a key changes, in this or another window. */
  onDidChange(listener: (origin: string) => void): vscode.Disposable {
    return this.#secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) listener(key.slice(prefix.length));
    });
  }
}

const prefix = 'apiKey:';

function secretName(origin: string): string {
  return prefix + origin;
}
