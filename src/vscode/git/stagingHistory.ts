import * as z from 'zod/mini';
import type { KeyValueStore } from '../../util/keyValueStore.ts';

const key = 'stagedImages';

/** Limits the stored history. In practice, nobody undoes older entries. */
const maxEntries = 2000;

const entrySchema = z.object({
  batch: z.string(),
  uri: z.string(),
  /** Object id of the content that was staged when the job was requested. */
  before: z.string(),
  /** Set once the result is staged: its object id, and the size and date of the replaced original. */
  after: z.optional(z.object({ object: z.string(), sizeBytes: z.number(), modifiedMs: z.number() })),
});

/** A staged file that a job's result replaces. */
export type StagingEntry = z.infer<typeof entrySchema>;

/** The files of this workspace that are to be staged again after compression, and those that have been. */
export class StagingHistory {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  ofBatch(batch: string): StagingEntry[] {
    return this.#all().filter((entry) => entry.batch === batch);
  }

  /** Stores entries. They replace earlier entries with the same batch and file. */
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
