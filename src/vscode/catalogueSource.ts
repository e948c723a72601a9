import type { CatalogueSource } from '../formats/catalogueCache.ts';
import type { Connections } from './connections.ts';

const timeoutMs = 30_000;

/** Asks a service what it supports. The network's list belongs to its origin, this computer's to the extension's version. */
export function catalogueSource(connections: Connections, version: string): CatalogueSource {
  return {
    scope: (service) => (service === 'local' ? version : (connections.networkOrigin() ?? '')),
    load: async (service) => {
      const { client } = await connections.get(service);
      const signal = AbortSignal.timeout(timeoutMs);
      const [conversions, compressions] = await Promise.all([
        client.conversions(signal),
        client.compressions(signal),
      ]);
      return { conversions, compressions };
    },
  };
}
