import * as z from 'zod/mini';
import type { KeyValueStore } from '../../util/keyValueStore.ts';

const key = 'stagedImages';

/** As many as anybody goes back. */
const maxEntries = 2000;

const entrySchema = z.object({
  batch: z.string(),
  /** Of the file. */
  uri: z.string(),
  /** Id of what was staged when the job was asked for. */
  before: z.string(),
  /** Once its result is staged: the id of that, and what tells the original that was replaced. */
  after: z.optional(z.object({ object: z.string(), sizeBytes: z.number(), modifiedMs: z.number() })),
});

/** A staged file whose place the result of a job takes. */
export type StagingEntry = z.infer<typeof entrySchema>;

/** Which files of this workspace are to be staged again once they are compressed, and which were. */
export class StagingHistory {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  ofBatch(batch: string): StagingEntry[] {
    return this.#all().filter((entry) => entry.batch === batch);
  }

  /** Keeps entries, each in the place of one of its batch and file. */
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
