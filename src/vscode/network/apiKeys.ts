import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';

/** A key with the identity provider that issued it for a sign-in; a key that was typed has none. */
export interface ApiKey {
  readonly key: string;
  readonly issuer: URL | undefined;
}

export interface StoredKey extends ApiKey {
  /** A name for the key that reveals nothing about it. Each new key gets another one. */
  readonly id: string;
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

  /** The key, but only the one with this id, if it is given. */
  async get(origin: string, id?: string): Promise<string | undefined> {
    const stored = await this.stored(origin);
    return id === undefined || stored?.id === id ? stored?.key : undefined;
  }

  async stored(origin: string): Promise<StoredKey | undefined> {
    const text = (await this.#secrets.get(secretName(origin))) ?? '';
    // Earlier versions stored no id.
    const [key = '', issuer = '', id = origin] = text.split(separator);
    return key === '' ? undefined : { key, issuer: URL.parse(issuer) ?? undefined, id };
  }

  async set(origin: string, { key, issuer }: ApiKey): Promise<void> {
    const before = await this.stored(origin);
    const id = before?.key === key ? before.id : randomUUID();
    // Stored as one value, so that a key is never sent to the issuer of another one.
    const value = [key, issuer?.href ?? '', id].join(separator);
    await this.#secrets.store(secretName(origin), value);
  }

  /** Removes a key, unless another window has replaced it. */
  async remove(origin: string, { id }: StoredKey): Promise<void> {
    if ((await this.stored(origin))?.id === id) await this.#secrets.delete(secretName(origin));
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
