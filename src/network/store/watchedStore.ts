import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ObjectStore, StoreAway, type StoredObject } from './objectStore.ts';
import { incomingKey } from './keys.ts';

/** A refused file is represented by one of this size at most. */
const mostTrialBytes = 8 * 1024 ** 2;

/** A store that counts as unusable after it refused a file, for example because it is full, until it accepts one of that size. */
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
    // The sweeper finds it there if it can't be deleted.
    const key = incomingKey(`trial-${randomUUID()}`, 'input');
    await this.#store.put(key, Readable.from([Buffer.alloc(this.#refusedBytes)]), this.#refusedBytes);
    this.#refusedBytes = undefined;
    await this.#store.delete(key);
  }
}
