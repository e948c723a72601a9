import type { CatalogSource } from '../formats/catalogCache.ts';
import type { LocalService } from '../service/host/localService.ts';
import type { Connections } from './connections.ts';

const timeoutMs = 30_000;

/**
 * Asks a service what it supports. The network's list belongs to its origin, this computer's to the extension's version
 * and the programs that are there now.
 */
export function catalogSource(connections: Connections, local: LocalService, version: string): CatalogSource {
  return {
    scope: async (service) => {
      if (service === 'network') return connections.networkOrigin() ?? '';
      return [version, ...(await local.findPrograms()).values()].join('\n');
    },
    load: async (service) => {
      const { client } = await connections.get(service);
      const signal = AbortSignal.timeout(timeoutMs);
      const [conversions, compressions, installable] = await Promise.all([
        client.conversions(signal),
        client.compressions(signal),
        service === 'local' ? client.installable(signal) : [],
      ]);
      return { conversions, compressions, installable };
    },
  };
}
