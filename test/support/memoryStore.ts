import type { KeyValueStore } from '../../src/util/keyValueStore.ts';

/** A store in memory for one test. Values are copied, as they would be on disk. */
export class MemoryStore implements KeyValueStore {
  readonly #values = new Map<string, string>();

  get(key: string): unknown {
    const text = this.#values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
  }
}
