import { isProgramId, programs } from '../../engines/programs/programs.ts';
import { KnownWallet } from '../../credits/wallet.ts';
import type { CatalogCache, CatalogSource } from '../../planning/catalog.ts';
import { Offers } from '../../planning/offer.ts';
import type { LocalService } from '../localService/localService.ts';
import type { Connections } from './connections.ts';
import { currentSettings } from '../settings.ts';
import { systemClock } from '../../util/clock.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';

const timeoutMs = 30_000;

/**
 * Provides the catalogs of both services. The network's catalog is requested, and is valid for its origin. The catalog
 * of this computer is computed, and depends on the extension's version and the installed programs.
 */
export function catalogSource(connections: Connections, local: LocalService, version: string): CatalogSource {
  return {
    scope: async (service) => {
      if (service === 'network') return connections.networkOrigin() ?? '';
      return [version, ...(await local.findPrograms()).values()].join('\n');
    },
    load: async (service) => {
      if (service === 'local') return local.catalog();
      const { client } = await connections.network();
      const signal = AbortSignal.timeout(timeoutMs);
      const [conversions, compressions, combinations] = await Promise.all([
        client.conversions(signal),
        client.compressions(signal),
        // A network may not support combinations, which must not affect the other lists.
        client.combinations(signal).catch(() => []),
      ]);
      return { conversions, compressions, combinations };
    },
  };
}

/** Determines offers from the current settings and the current key. */
export function currentOffers(catalogs: CatalogCache, connections: Connections, wallet: KnownWallet): Offers {
  return new Offers({
    catalogs,
    runOn: currentSettings.runOn,
    networkReady: async () => (await connections.networkKey()) !== undefined,
    networkCharges: () => wallet.charges,
    programName: (program) => (isProgramId(program) ? programs[program].name : undefined),
  });
}

/** The wallet for the key of the current network. It is empty if there is no key. */
export function networkWallet(connections: Connections, store: KeyValueStore): KnownWallet {
  return new KnownWallet({
    load: async () => {
      if ((await connections.networkKey()) === undefined) return undefined;
      return (await connections.network()).client.entitlements('convert', AbortSignal.timeout(timeoutMs));
    },
    store,
    clock: systemClock,
  });
}
