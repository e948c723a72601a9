import assert from 'node:assert/strict';
import type { ServiceId } from '../../../src/jobs/core/service.ts';
import { type Catalog, CatalogCache } from '../../../src/planning/catalog.ts';
import {
  accepts,
  chooseService,
  compressorOf,
  type Offer,
  Offers,
  type RunOn,
  runOnValues,
  targetsFor,
} from '../../../src/planning/offer.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { offerWith } from '../../support/formats/offerWith.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

function offer(runOn: RunOn, networkReady = true): Offer {
  return offerWith({
    runOn,
    networkReady,
    catalogs: new Map([
      [
        'local',
        {
          conversions: [
            { from: 'png', to: 'webp' },
            { from: 'png', to: 'jpg', losses: ['alpha'] },
            { from: 'svg', to: 'png' },
            { from: 'svg', to: 'webp' },
          ],
          compressions: ['png'],
        },
      ],
      [
        'network',
        {
          conversions: [
            { from: 'png', to: 'webp', credits: 1 },
            { from: 'docx', to: 'pdf' },
          ],
          compressions: ['pdf'],
        },
      ],
    ]),
  });
}

describe('targetsFor', () => {
  it('lists what every selected format can become, with the preferred service for each', () => {
    const targets = targetsFor(offer('auto'), ['png', 'svg', 'png']);
    assert.deepEqual(
      targets.map(({ format, routes }) => [format, routes.map(({ from, service }) => `${from} ${service}`)]),
      [['webp', ['png network', 'svg local']]],
    );
  });

  it('leaves out the network without a key, and this computer if the settings exclude it', () => {
    assert.deepEqual(targetsFor(offer('auto', false), ['docx']), []);
    assert.deepEqual(targetsFor(offer('networkOnly'), ['svg']), []);
    assert.deepEqual(targetsFor(offer('localOnly'), ['docx']), []);
  });

  it('lists what a conversion leaves out', () => {
    const jpg = targetsFor(offer('localOnly'), ['png']).find(({ format }) => format === 'jpg');
    assert.deepEqual(jpg?.routes[0]?.pair.losses, ['alpha']);
  });

  it('is empty for formats without a common target', () => {
    assert.deepEqual(targetsFor(offer('auto'), ['png', 'docx']), []);
    assert.deepEqual(targetsFor(offer('auto'), []), []);
  });
});

describe('compressorOf', () => {
  it('selects a service that compresses the format', () => {
    assert.equal(compressorOf(offer('auto'), 'png'), 'local');
    assert.equal(compressorOf(offer('auto'), 'pdf'), 'network');
    assert.equal(compressorOf(offer('localOnly'), 'pdf'), undefined);
  });
});

describe('accepts', () => {
  it('knows which formats a tool accepts under the settings', () => {
    assert.equal(accepts(offer('auto'), 'convert', 'docx'), true);
    assert.equal(accepts(offer('localOnly'), 'convert', 'docx'), false);
    assert.equal(accepts(offer('localOnly'), 'compress', 'png'), true);
    assert.equal(accepts(offer('auto'), 'compress', 'svg'), false);
  });
});

/**
 * For each setting, the chosen service in four cases: both services can convert the file; both can, but there is no
 * key; only the network can; only this computer can.
 */
const chosenServices: Readonly<Record<RunOn, readonly (ServiceId | undefined)[]>> = {
  auto: ['network', 'local', 'network', 'local'],
  localFirst: ['local', 'local', 'network', 'local'],
  localOnly: ['local', 'local', undefined, 'local'],
  networkOnly: ['network', undefined, 'network', undefined],
};

describe('chooseService', () => {
  for (const runOn of runOnValues) {
    it(`follows ${runOn}`, () => {
      const choose = (networkReady: boolean, able: readonly ServiceId[]): ServiceId | undefined =>
        chooseService({ runOn, networkReady }, (service) => able.includes(service));
      assert.deepEqual(
        [
          choose(true, ['local', 'network']),
          choose(false, ['local', 'network']),
          choose(true, ['network']),
          choose(true, ['local']),
        ],
        chosenServices[runOn],
      );
    });
  }
});

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
