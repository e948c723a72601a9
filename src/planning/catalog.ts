import * as z from 'zod/mini';
import { anyFormat, type ListedCombination } from '../contract/combinations.ts';
import type { ConversionPair, InstallableCompression } from '../contract/conversions.ts';
import type { ServiceId } from '../jobs/core/service.ts';
import { type Clock, dayMs } from '../util/clock.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';

/** The formats that one service offers (api.md, Endpoints 9 and 10). */
export interface Catalog {
  readonly conversions: readonly ConversionPair[];
  readonly compressions: readonly string[];
  /** Formats that several files can be combined into. */
  readonly combinations?: readonly ListedCombination[];
  /** Pairs that the service would also offer if their programs were installed. */
  readonly installable?: readonly ConversionPair[];
  /** Formats that the service would also compress if their programs were installed. */
  readonly installableCompressions?: readonly InstallableCompression[];
}

/** Checked without a schema, because there are thousands of pairs and a menu waits for the result. */
const pairs = z.custom<ConversionPair[]>((list) => Array.isArray(list) && list.every(isPair));

const combination = z.object({
  to: z.string(),
  from: z.union([z.literal(anyFormat), z.array(z.string())]),
});

/** A catalog as stored between sessions. */
const storedCatalogSchema = z.object({
  /**
   * The catalog is valid for one address of a network, or for one version of the extension with the programs that it
   * found.
   */
  scope: z.string(),
  /** When the catalog was requested, in milliseconds since the epoch. */
  fetchedAt: z.number(),
  catalog: z.object({
    conversions: pairs,
    compressions: z.array(z.string()),
    combinations: z.exactOptional(z.array(combination)),
    installable: z.exactOptional(pairs),
    installableCompressions: z.exactOptional(z.array(z.object({ format: z.string(), program: z.string() }))),
  }),
});

type StoredCatalog = z.infer<typeof storedCatalogSchema>;

function isPair(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const pair: { readonly [Name in keyof ConversionPair]?: unknown } = value;
  const { losses } = pair;
  return (
    typeof pair.from === 'string' &&
    typeof pair.to === 'string' &&
    isAbsentOr('boolean', pair.lossy) &&
    isAbsentOr('string', pair.program) &&
    isAbsentOr('number', pair.credits) &&
    (losses === undefined || (Array.isArray(losses) && losses.every((loss) => typeof loss === 'string')))
  );
}

function isAbsentOr(type: 'boolean' | 'string' | 'number', value: unknown): boolean {
  return value === undefined || typeof value === type;
}

/** An index of a catalog, because a service may list too much to search the list again for each file. */
interface CatalogIndex {
  /** The pairs by their source, then by their target. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, ConversionPair>>;
  readonly compressions: ReadonlySet<string>;
}

const indexes = new WeakMap<Catalog, CatalogIndex>();
const none: ReadonlyMap<string, ConversionPair> = new Map();

/** The pairs with this source format, by target, in the order of the catalog. */
export function pairsFrom(catalog: Catalog, from: string): ReadonlyMap<string, ConversionPair> {
  return indexOf(catalog).pairs.get(from) ?? none;
}

/** True if the service can compress the format. */
export function supportsCompression(catalog: Catalog, format: string): boolean {
  return indexOf(catalog).compressions.has(format);
}

function indexOf(catalog: Catalog): CatalogIndex {
  const known = indexes.get(catalog);
  if (known !== undefined) return known;
  const pairs = new Map<string, Map<string, ConversionPair>>();
  for (const pair of catalog.conversions) {
    const targets = pairs.get(pair.from) ?? new Map<string, ConversionPair>();
    if (!targets.has(pair.to)) targets.set(pair.to, pair);
    pairs.set(pair.from, targets);
  }
  const index = { pairs, compressions: new Set(catalog.compressions) };
  indexes.set(catalog, index);
  return index;
}

const maxAgeMs = dayMs;

export interface CatalogSource {
  /** The scope of a service's catalog. A stored catalog is only valid within its scope. */
  scope(service: ServiceId): Promise<string>;
  load(service: ServiceId): Promise<Catalog>;
}

/** The catalogs of both services. Each is requested at most once a day, and again after `invalidate`. */
export class CatalogCache {
  readonly #source: CatalogSource;
  readonly #store: KeyValueStore;
  readonly #clock: Clock;
  readonly #loading = new Map<string, Promise<Catalog>>();
  /** Parsed catalogs. With thousands of pairs, parsing takes longer than everything else that a menu needs. */
  readonly #read = new WeakMap<object, StoredCatalog | undefined>();

  constructor(source: CatalogSource, store: KeyValueStore, clock: Clock) {
    this.#source = source;
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * The catalog of a service. If it can't be refreshed, an older catalog of the same scope is used.
   * @throws the source's error if there is no catalog
   */
  async get(service: ServiceId): Promise<Catalog> {
    const scope = await this.#source.scope(service);
    const kept = this.#kept(service, scope);
    if (kept !== undefined && this.#isFresh(kept)) return kept.catalog;
    try {
      return await this.#refresh(service, scope);
    } catch (error) {
      if (kept !== undefined) return kept.catalog;
      throw error;
    }
  }

  /** Drops a catalog that contains something the service no longer supports. */
  async invalidate(service: ServiceId): Promise<void> {
    await this.#store.update(storeKey(service), undefined);
  }

  /** A time in the future means that the clock was set back, so the catalog doesn't count as fresh. */
  #isFresh({ fetchedAt }: StoredCatalog): boolean {
    const ageMs = this.#clock.now() - fetchedAt;
    return ageMs >= 0 && ageMs < maxAgeMs;
  }

  /** Requests a catalog. Concurrent callers share one request. */
  #refresh(service: ServiceId, scope: string): Promise<Catalog> {
    const key = `${service} ${scope}`;
    const loading = this.#loading.get(key);
    if (loading !== undefined) return loading;
    const load = this.#load(service, scope).finally(() => this.#loading.delete(key));
    this.#loading.set(key, load);
    return load;
  }

  async #load(service: ServiceId, scope: string): Promise<Catalog> {
    const catalog = await this.#source.load(service);
    await this.#store.update(storeKey(service), { scope, fetchedAt: this.#clock.now(), catalog });
    return catalog;
  }

  #kept(service: ServiceId, scope: string): StoredCatalog | undefined {
    const stored = this.#store.get(storeKey(service));
    if (typeof stored !== 'object' || stored === null) return undefined;
    if (!this.#read.has(stored)) this.#read.set(stored, storedCatalogSchema.safeParse(stored).data);
    const kept = this.#read.get(stored);
    return kept?.scope === scope ? kept : undefined;
  }
}

function storeKey(service: ServiceId): string {
  return `catalogue.${service}`;
}
