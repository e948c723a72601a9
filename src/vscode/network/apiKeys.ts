import type * as vscode from 'vscode';

/** API keys in SecretStorage, each bound to the origin it was entered for. Other origins never get it. */
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

  /** True if there is a key for any origin. */
  async any(): Promise<boolean> {
    return (await this.#secrets.keys()).some((name) => name.startsWith(prefix));
  }

  /** Includes changes made in other windows. */
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
