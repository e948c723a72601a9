import * as z from 'zod/mini';
import type { KeyValueStore } from '../../util/keyValueStore.ts';

const key = 'stagedImages';

/** Bounds the stored history; older entries aren't undone in practice. */
const maxEntries = 2000;

const entrySchema = z.object({
  batch: z.string(),
  uri: z.string(),
  /** Object id of the staged content when the job was requested. */
  before: z.string(),
  /** Once the result is staged: its object id, and the facts that identify the replaced original. */
  after: z.optional(z.object({ object: z.string(), sizeBytes: z.number(), modifiedMs: z.number() })),
});

/** A staged file that a job's result replaces. */
export type StagingEntry = z.infer<typeof entrySchema>;

/** The files of this workspace to stage again after compression, and those that were. */
export class StagingHistory {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  ofBatch(batch: string): StagingEntry[] {
    return this.#all().filter((entry) => entry.batch === batch);
  }

  /** Stores entries, replacing those of the same batch and file. */
  async keep(entries: readonly StagingEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.#store.update(key, [...this.#without(entries), ...entries].slice(-maxEntries));
  }

  async forget(entries: readonly StagingEntry[]): Promise<void> {
    if (entries.length > 0) await this.#store.update(key, this.#without(entries));
  }

  #without(entries: readonly StagingEntry[]): StagingEntry[] {
    return this.#all().filter(
      ({ batch, uri }) => !entries.some((each) => each.batch === batch && each.uri === uri),
    );
  }

  #all(): StagingEntry[] {
    const parsed = z.array(entrySchema).safeParse(this.#store.get(key));
    return parsed.success ? parsed.data : [];
  }
}
