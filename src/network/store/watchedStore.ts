import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ObjectMissing, type ObjectStore, StoreUnavailable, type StoredObject } from './objectStore.ts';
import { incomingKey } from './keys.ts';

/** The maximum size of the test file that is written after the store has rejected a file. */
const maxProbeBytes = 8 * 1024 ** 2;

/**
 * A store that counts as unusable after it rejected a file, for example because it is full. It is usable again once it
 * accepts a test file of the same size.
 */
export class WatchedStore implements ObjectStore {
  readonly #store: ObjectStore;
  readonly #onDidFail: (operation: string) => void;
  #rejectedBytes: number | undefined;

  constructor(store: ObjectStore, onDidFail: (operation: string) => void) {
    this.#store = store;
    this.#onDidFail = onDidFail;
  }

  async put(key: string, content: Readable, bytes: number): Promise<void> {
    try {
      await this.#watch('put', this.#store.put(key, content, bytes));
    } catch (error) {
      this.#rejectedBytes = Math.min(bytes, maxProbeBytes);
      throw new StoreUnavailable(error);
    }
  }

  async get(key: string): Promise<Readable> {
    return this.#watch('get', this.#store.get(key));
  }

  get sign(): ObjectStore['sign'] {
    return this.#store.sign;
  }

  get uploads(): ObjectStore['uploads'] {
    return this.#store.uploads;
  }

  async delete(key: string): Promise<void> {
    await this.#watch('delete', this.#store.delete(key));
  }

  list(prefix: string): AsyncIterable<StoredObject> {
    return this.#store.list(prefix);
  }

  async check(): Promise<void> {
    await this.#watch('check', this.#check());
  }

  async #watch<T>(operation: string, result: Promise<T>): Promise<T> {
    return result.catch((error: unknown) => {
      if (!(error instanceof ObjectMissing)) this.#onDidFail(operation);
      throw error;
    });
  }

  async #check(): Promise<void> {
    await this.#store.check();
    if (this.#rejectedBytes === undefined) return;
    // If the test file can't be deleted, the sweeper finds it under this prefix.
    const key = incomingKey(`probe-${randomUUID()}`, 'input');
    await this.#store.put(key, Readable.from([Buffer.alloc(this.#rejectedBytes)]), this.#rejectedBytes);
    this.#rejectedBytes = undefined;
    await this.#store.delete(key);
  }
}
