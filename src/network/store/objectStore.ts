import type { Readable } from 'node:stream';

/** A file in the store. */
export interface StoredObject {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The files that no node is working on. We choose the keys: words of letters, digits, `-` and `.`, separated by `/`. */
export interface ObjectStore {
  /**
   * Resolves when the content would survive a crash. Until then, and if it fails, the key has no file. The content is closed
   * in any case.
   */
  put(key: string, content: Readable, bytes: number): Promise<void>;
  /** @throws ObjectMissing */
  get(key: string): Promise<Readable>;
  /** A missing file is no error. */
  delete(key: string): Promise<void>;
  /** The files whose keys have this prefix. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** @throws Error while the store can't be reached or has no room */
  check(): Promise<void>;
}

/** The store couldn't save a file, and has no part of it. */
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
