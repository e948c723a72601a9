import assert from 'node:assert/strict';
import type { Catalog } from '../../../src/planning/catalog.ts';
import { CatalogCache } from '../../../src/planning/catalogCache.ts';
import type { RunOn } from '../../../src/planning/offer.ts';
import { Offers } from '../../../src/planning/offers.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

const catalog: Catalog = { conversions: [{ from: 'png', to: 'webp' }], compressions: [] };
const broken = new Error('The network can’t be asked');

/** Offers of this computer and of an unreachable network. */
function offers(runOn: RunOn, networkReady: boolean): Offers {
  const source = {
    scope: async () => '',
    load: async (service: string) => (service === 'local' ? catalog : Promise.reject(broken)),
  };
  return new Offers({
    catalogs: new CatalogCache(source, new MemoryStore(), new FakeClock()),
    runOn: () => runOn,
    networkReady: async () => networkReady,
    networkCharges: () => true,
    programName: () => undefined,
  });
}

describe('Offers', () => {
  it('ask the services that the settings allow, and continue without one that fails', async () => {
    const { catalogs, unavailable } = await offers('auto', true).current();
    assert.deepEqual([...catalogs], [['local', catalog]]);
    assert.deepEqual([...unavailable], [['network', broken]]);
  });

  it('ask the network nothing without a key, or if the settings exclude it', async () => {
    for (const offer of [await offers('auto', false).current(), await offers('localOnly', true).current()]) {
      assert.deepEqual([...offer.catalogs.keys()], ['local']);
      assert.deepEqual([...offer.unavailable], []);
    }
  });
});
