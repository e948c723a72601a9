import * as z from 'zod/mini';
import type { KeyValueStore } from '../util/keyValueStore.ts';

const key = 'recentTargets';
const keep = 20;
const schema = z.array(z.string());

/** The last chosen target formats, the latest first. */
export class RecentTargets {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  all(): readonly string[] {
    const parsed = schema.safeParse(this.#store.get(key));
    return parsed.success ? parsed.data : [];
  }

  async add(format: string): Promise<void> {
    const others = this.all().filter((each) => each !== format);
    await this.#store.update(key, [format, ...others].slice(0, keep));
  }
}
