import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ObjectStore, StoreAway, type StoredObject } from './objectStore.ts';
import { incomingKey } from './keys.ts';

/** What was refused is tried again in a size that stands for it. */
const mostTrialBytes = 8 * 1024 ** 2;

/** A store that counts as unusable after it has kept a file back, such as one that is full, until it takes one of that size. */
export class WatchedStore implements ObjectStore {
  readonly #store: ObjectStore;
  #refusedBytes: number | undefined;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async put(key: string, content: Readable, bytes: number): Promise<void> {
    try {
      await this.#store.put(key, content, bytes);
    } catch (error) {
      this.#refusedBytes = Math.min(bytes, mostTrialBytes);
      throw new StoreAway(error);
    }
  }

  async get(key: string): Promise<Readable> {
    return this.#store.get(key);
  }

  async delete(key: string): Promise<void> {
    await this.#store.delete(key);
  }

  list(prefix: string): AsyncIterable<StoredObject> {
    return this.#store.list(prefix);
  }

  async check(): Promise<void> {
    await this.#store.check();
    if (this.#refusedBytes === undefined) return;
    // Where the sweeper finds it if it can't be deleted.
    const key = incomingKey(`trial-${randomUUID()}`, 'input');
    await this.#store.put(key, Readable.from([Buffer.alloc(this.#refusedBytes)]), this.#refusedBytes);
    this.#refusedBytes = undefined;
    await this.#store.delete(key);
  }
}
