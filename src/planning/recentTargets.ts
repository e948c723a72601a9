import * as z from 'zod/mini';
import { formatOfFileName } from '../contract/formats/naming.ts';
import { fileKind } from '../contract/formats/table.ts';
import type { Job } from '../jobs/core/job.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';

const key = 'recentTargets';
const keepPerKind = 20;
const schema = z.array(z.object({ kind: z.string(), target: z.string() }));

type RecentTarget = Readonly<z.infer<typeof schema>[number]>;

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
    if (after !== before) await this.#store.update(key, after);
  }

  #all(): readonly RecentTarget[] {
    const parsed = schema.safeParse(this.#store.get(key));
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
