import * as z from 'zod/mini';
import { formatOfFileName } from '../contract/formats/naming.ts';
import { fileKind } from '../contract/formats/table.ts';
import { withoutSecrets } from '../contract/options.ts';
import type { Job } from '../jobs/core/job.ts';
import type { JobOptions } from '../jobs/core/service.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import type { Work } from './work.ts';

const targetsKey = 'recentTargets';
const keepPerKind = 20;
const targetsSchema = z.array(z.object({ kind: z.string(), target: z.string() }));

type RecentTarget = Readonly<z.infer<typeof targetsSchema>[number]>;

/** The formats that files of each kind were last converted to, the latest first. */
export class RecentTargets {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** The formats that files of the same kinds were last converted to. */
  of(sourceFormats: readonly string[]): readonly string[] {
    const kinds = new Set<string>(sourceFormats.map(fileKind));
    const targets = this.#all().flatMap(({ kind, target }) => (kinds.has(kind) ? target : []));
    return [...new Set(targets)];
  }

  /** Remembers the targets of the jobs that are finished conversions. */
  async add(jobs: readonly Job[]): Promise<void> {
    const before = this.#all();
    const after = jobs.flatMap((job) => conversionOf(job) ?? []).reduce(withLatest, before);
    if (after !== before) await this.#store.update(targetsKey, after);
  }

  #all(): readonly RecentTarget[] {
    const parsed = targetsSchema.safeParse(this.#store.get(targetsKey));
    return parsed.success ? parsed.data : [];
  }
}

export function sourceKind({ source, sourceFormat }: Job): ReturnType<typeof fileKind> {
  return fileKind(sourceFormat ?? formatOfFileName(source) ?? '');
}

function conversionOf(job: Job): RecentTarget | undefined {
  const { tool, state, targetFormat } = job;
  const isMade = tool === 'convert' && state.name === 'done' && state.outcome === 'saved';
  if (!isMade || targetFormat === undefined) return undefined;
  return { kind: sourceKind(job), target: targetFormat };
}

function withLatest(all: readonly RecentTarget[], latest: RecentTarget): readonly RecentTarget[] {
  const others = all.filter(({ kind, target }) => kind !== latest.kind || target !== latest.target);
  const ofKind = others.filter(({ kind }) => kind === latest.kind);
  const dropped = new Set(ofKind.slice(keepPerKind - 1));
  return [latest, ...others.filter((each) => !dropped.has(each))];
}

const optionsKey = 'lastOptions';
const keepOptions = 100;
const optionsSchema = z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())]));

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
    await this.#store
      .update(optionsKey, [...entries, ...others].slice(0, keepOptions))
      .then(undefined, () => undefined);
  }

  #all(): readonly Entry[] {
    const parsed = optionsSchema.safeParse(this.#store.get(optionsKey));
    return parsed.success ? parsed.data : [];
  }
}

type Entry = [name: string, options: JobOptions];

function nameOf({ tool, targetFormat = '' }: Work, source: string): string {
  return `${tool} ${source} ${targetFormat}`;
}
