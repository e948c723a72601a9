import type { ServiceId } from '../jobs/core/service.ts';
import { type Clock, dayMs } from '../util/clock.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { type Catalog, type StoredCatalog, storedCatalogSchema } from './catalog.ts';

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
