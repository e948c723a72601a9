import { isProgramId, programs } from '../../engines/programs/programs.ts';
import type { Wallet } from '../../credits/wallet.ts';
import type { CatalogCache, CatalogSource } from '../../planning/catalogCache.ts';
import { Offers } from '../../planning/offers.ts';
import type { LocalService } from '../../service/host/localService.ts';
import type { Connections } from './connections.ts';
import { currentSettings } from '../settings.ts';

const timeoutMs = 30_000;

/**
 * What a service supports. The network is asked, and its list belongs to its origin; this computer's is known, and belongs
 * to the extension's version and the programs that are there now.
 */
export function catalogSource(connections: Connections, local: LocalService, version: string): CatalogSource {
  return {
    scope: async (service) => {
      if (service === 'network') return connections.networkOrigin() ?? '';
      return [version, ...(await local.findPrograms()).values()].join('\n');
    },
    load: async (service) => {
      if (service === 'local') return local.catalog();
      const { client } = await connections.get(service);
      const signal = AbortSignal.timeout(timeoutMs);
      const [conversions, compressions, combinations] = await Promise.all([
        client.conversions(signal),
        client.compressions(signal),
        // A network need not have this list, and what else it does must not hang on it.
        client.combinations(signal).catch(() => []),
      ]);
      return { conversions, compressions, combinations };
    },
  };
}

/** What can be done now, under the settings and with the key of this moment. */
export function currentOffers(catalogs: CatalogCache, connections: Connections, wallet: Wallet): Offers {
  return new Offers({
    catalogs,
    runOn: currentSettings.runOn,
    networkReady: async () => (await connections.networkKey()) !== undefined,
    networkCharges: () => wallet.charges,
    programName: (program) => (isProgramId(program) ? programs[program].name : undefined),
  });
}
