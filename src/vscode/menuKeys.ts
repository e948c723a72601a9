import { contextKeys } from '../manifest.ts';
import type { CatalogSource } from '../planning/catalog.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';

/** The key under which the user's last work is stored. */
export const lastWorkKey = 'lastWork';
const lacksCompressorsKey = 'lacksCompressors';

/** The context keys of menu entries that depend on stored facts, with their values. They needn't load the session. */
export function menuKeys(
  store: Pick<KeyValueStore, 'get'>,
): readonly (readonly [key: string, value: boolean])[] {
  return [
    [contextKeys.hasLastWork, store.get(lastWorkKey) !== undefined],
    [contextKeys.lacksCompressors, store.get(lacksCompressorsKey) === true],
  ];
}

/** Stores whether this computer lacks a program for compression whenever its catalog is loaded. */
export function withMenuFacts(source: CatalogSource, store: KeyValueStore): CatalogSource {
  return {
    ...source,
    load: async (service) => {
      const catalog = await source.load(service);
      if (service === 'local')
        await store.update(lacksCompressorsKey, (catalog.installableCompressions ?? []).length > 0);
      return catalog;
    },
  };
}
