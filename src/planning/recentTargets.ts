import * as z from 'zod/mini';
import { formatOfFileName } from '../contract/formats/naming.ts';
import { formatRow } from '../contract/formats/table.ts';
import type { Job } from '../jobs/core/job.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';

const key = 'recentTargets';
const keepPerKind = 20;
const schema = z.array(z.object({ kind: z.string(), target: z.string() }));

type RecentTarget = Readonly<z.infer<typeof schema>[number]>;

/** Kinds of files that become other formats than most of their kind in the table of formats do. */
const finerKinds: readonly (readonly [kind: string, formats: readonly string[]])[] = [
  ['drawings', ['svg', 'svgz', 'eps', 'ps']],
  ['sheets', 'xlsx xlsm xltx xls xlt ods ots fods csv tsv'.split(' ')],
  ['slides', 'pptx pptm ppsx potx ppt pps pot odp otp fodp'.split(' ')],
];

/** The formats that files of each kind were converted to last, the latest first. */
export class RecentTargets {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** What files like these became. */
  of(sourceFormats: readonly string[]): readonly string[] {
    const kinds = new Set(sourceFormats.map(kindOf));
    const targets = this.#all().flatMap(({ kind, target }) => (kinds.has(kind) ? target : []));
    return [...new Set(targets)];
  }

  /** Remembers what those of the jobs made that were conversions and are done. */
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

function conversionOf({ tool, state, source, sourceFormat, targetFormat }: Job): RecentTarget | undefined {
  const isMade = tool === 'convert' && state.name === 'done' && state.outcome === 'saved';
  if (!isMade || targetFormat === undefined) return undefined;
  return { kind: kindOf(sourceFormat ?? formatOfFileName(source) ?? ''), target: targetFormat };
}

function withLatest(all: readonly RecentTarget[], latest: RecentTarget): readonly RecentTarget[] {
  const others = all.filter(({ kind, target }) => kind !== latest.kind || target !== latest.target);
  const ofKind = others.filter(({ kind }) => kind === latest.kind);
  const dropped = new Set(ofKind.slice(keepPerKind - 1));
  return [latest, ...others.filter((each) => !dropped.has(each))];
}

function kindOf(format: string): string {
  const [finer] = finerKinds.find(([, formats]) => formats.includes(format)) ?? [];
  return finer ?? formatRow(format)?.kind ?? '';
}
