import * as z from 'zod/mini';
import type { KeyValueStore } from '../util/keyValueStore.ts';

const key = 'uploadConsents';
const schema = z.array(z.string());

/**
 * The origins of networks that the user has agreed to upload to, for one workspace or for all. A workspace can't grant
 * consent itself, since VS Code stores both outside the workspace.
 */
export class UploadConsents {
  readonly #workspace: KeyValueStore;
  readonly #user: KeyValueStore;

  constructor(workspace: KeyValueStore, user: KeyValueStore) {
    this.#workspace = workspace;
    this.#user = user;
  }

  /** True if files of this workspace may be uploaded to the origin. */
  has(origin: string | undefined): boolean {
    return origin !== undefined && originsIn(this.#workspace).includes(origin);
  }

  /**
   * True if files of any workspace may be uploaded to the origin. A window may continue the jobs of another one, which
   * had another workspace.
   */
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
