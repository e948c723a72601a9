import * as z from 'zod/mini';
import { withoutSecrets } from '../contract/optionSchema.ts';
import type { JobOptions } from '../jobs/core/service.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import type { Work } from './work.ts';

const key = 'lastOptions';
const keep = 100;
const schema = z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())]));

/** The last options that the user chose for each pair of formats, and for each compressed format. */
export class LastOptions {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** The options for the first of the source formats that has any. */
  of(work: Work, sources: readonly string[]): JobOptions {
    const all = new Map(this.#all());
    return sources.map((source) => all.get(nameOf(work, source))).find((each) => each !== undefined) ?? {};
  }

  /**
   * Stores the options for each source format, without secrets. If they can't be stored, for example because the disk is
   * full, the earlier ones remain.
   */
  async remember(work: Work, sources: readonly string[], options: JobOptions): Promise<void> {
    const kept = withoutSecrets(options);
    const names = sources.map((source) => nameOf(work, source));
    const others = this.#all().filter(([name]) => !names.includes(name));
    const entries = names.map((name): Entry => [name, kept]);
    await this.#store.update(key, [...entries, ...others].slice(0, keep)).then(undefined, () => undefined);
  }

  #all(): readonly Entry[] {
    const parsed = schema.safeParse(this.#store.get(key));
    return parsed.success ? parsed.data : [];
  }
}

type Entry = [name: string, options: JobOptions];

function nameOf({ tool, targetFormat = '' }: Work, source: string): string {
  return `${tool} ${source} ${targetFormat}`;
}
