import type * as vscode from 'vscode';

/** A key with the identity provider that issued it for a sign-in; a key that was typed has none. */
export interface StoredKey {
  readonly key: string;
  readonly issuer: URL | undefined;
}

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
    return (await this.stored(origin))?.key;
  }

  async stored(origin: string): Promise<StoredKey | undefined> {
    const [key = '', issuer = ''] = (await this.#secrets.get(secretName(origin)))?.split(separator) ?? [];
    return key === '' ? undefined : { key, issuer: URL.parse(issuer) ?? undefined };
  }

  async set(origin: string, { key, issuer }: StoredKey): Promise<void> {
    // Stored as one value, so that a key is never sent to the issuer of another one.
    const value = issuer === undefined ? key : `${key}${separator}${issuer.href}`;
    await this.#secrets.store(secretName(origin), value);
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
/** No key contains this character, because keys are sent in a header. */
const separator = '\n';

function secretName(origin: string): string {
  return prefix + origin;
}
