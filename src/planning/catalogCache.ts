import type { ServiceId } from '../jobs/core/service.ts';
import type { Clock } from '../util/clock.ts';
import { dayMs } from '../util/durations.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { type Catalog, type StoredCatalog, storedCatalogSchema } from './catalog.ts';

const maxAgeMs = dayMs;

export interface CatalogSource {
  /** What the catalog of a service belongs to; another scope makes a kept one worthless. */
  scope(service: ServiceId): Promise<string>;
  load(service: ServiceId): Promise<Catalog>;
}

/** The catalogs of both services, asked for at most once a day, and again after `invalidate`. */
export class CatalogCache {
  readonly #source: CatalogSource;
  readonly #store: KeyValueStore;
  readonly #clock: Clock;
  readonly #loading = new Map<string, Promise<Catalog>>();
  /** What was kept, as it was read: with thousands of pairs that takes longer than all else that a menu asks for. */
  readonly #read = new WeakMap<object, StoredCatalog | undefined>();

  constructor(source: CatalogSource, store: KeyValueStore, clock: Clock) {
    this.#source = source;
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * The catalog of a service. When it can't be refreshed, an older one of the same scope serves on.
   * @throws what the source threw, when there is none at all.
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

  /** Forgets a catalog, because the service said that it no longer supports what the catalog lists. */
  async invalidate(service: ServiceId): Promise<void> {
    await this.#store.update(storeKey(service), undefined);
  }

  /** One from a time to come was kept before the clock was set back. */
  #isFresh({ fetchedAt }: StoredCatalog): boolean {
    const ageMs = this.#clock.now() - fetchedAt;
    return ageMs >= 0 && ageMs < maxAgeMs;
  }

  /** Callers at the same time share one request. */
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
