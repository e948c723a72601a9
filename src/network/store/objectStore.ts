import type { Readable } from 'node:stream';

/** A file in the store. */
export interface StoredObject {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** Where files are while no node works on them. Keys are our own: words of letters, digits, `-` and `.`, with `/` between. */
export interface ObjectStore {
  /**
   * Resolves when the content will outlive a crash; until then, and where it fails, nothing is under the key. The content is
   * closed in any case.
   */
  put(key: string, content: Readable, bytes: number): Promise<void>;
  /** @throws ObjectMissing */
  get(key: string): Promise<Readable>;
  /** Does nothing where there is nothing. */
  delete(key: string): Promise<void>;
  /** What keys that begin so hold. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** @throws Error while the store can't be reached or has no room */
  check(): Promise<void>;
}

/** The store couldn't keep a file, of which it has nothing. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';

  constructor(cause: unknown) {
    super('The store keeps no files now.', { cause });
  }
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(key: string, options?: ErrorOptions) {
    super(`The store has nothing under ${key}.`, options);
  }
}
