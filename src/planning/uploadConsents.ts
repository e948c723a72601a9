import * as z from 'zod/mini';
import type { KeyValueStore } from '../util/keyValueStore.ts';

const key = 'uploadConsents';
const schema = z.array(z.string());

/**
 * The networks, by their origins, to which a person has agreed to upload: once in each workspace, and at all. A workspace can't
 * agree for the person, since VS Code keeps both stores outside of it.
 */
export class UploadConsents {
  readonly #workspace: KeyValueStore;
  readonly #user: KeyValueStore;

  constructor(workspace: KeyValueStore, user: KeyValueStore) {
    this.#workspace = workspace;
    this.#user = user;
  }

  /** Whether files of this workspace may be sent there. */
  has(origin: string | undefined): boolean {
    return origin !== undefined && originsIn(this.#workspace).includes(origin);
  }

  /** Whether files of any workspace were to be sent there: jobs of another window may be carried on in this one. */
  hasAnywhere(origin: string | undefined): boolean {
    return origin !== undefined && originsIn(this.#user).includes(origin);
  }

  async give(origin: string): Promise<void> {
    for (const store of [this.#workspace, this.#user]) {
      const origins = originsIn(store);
      if (!origins.includes(origin)) await store.update(key, [...origins, origin]);
    }
  }
}

function originsIn(store: KeyValueStore): readonly string[] {
  const parsed = schema.safeParse(store.get(key));
  return parsed.success ? parsed.data : [];
}
