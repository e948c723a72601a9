import assert from 'node:assert/strict';
import { type Catalog, CatalogCache } from '../../../src/planning/catalog.ts';
import type { KeyValueStore } from '../../../src/util/keyValueStore.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

const dayMs = 24 * 60 * 60 * 1000;
const catalog: Catalog = {
  conversions: [{ from: 'png', to: 'webp', lossy: true }],
  compressions: ['png'],
};

interface Built {
  readonly store: KeyValueStore;
  readonly clock: FakeClock;
}

function build({ store = new MemoryStore(), clock = new FakeClock() }: Partial<Built> = {}) {
  const source = {
    loads: 0,
    scopeNow: 'https://one.example',
    fails: false,
    scope: async () => source.scopeNow,
    load: async () => {
      source.loads += 1;
      if (source.fails) throw new Error('no answer');
      return catalog;
    },
  };
  return { source, store, clock, cache: new CatalogCache(source, store, clock) };
}

describe('CatalogCache', () => {
  it('asks once for simultaneous callers, and then not again for a day', async () => {
    const { cache, source, clock } = build();
    assert.deepEqual(await Promise.all([cache.get('network'), cache.get('network')]), [catalog, catalog]);
    await clock.advance(dayMs - 1);
    await cache.get('network');
    assert.equal(source.loads, 1);
    await clock.advance(1);
    await cache.get('network');
    assert.equal(source.loads, 2);
  });

  it('keeps the catalog across sessions', async () => {
    const first = build();
    await first.cache.get('local');
    const second = build({ store: first.store, clock: first.clock });
    assert.deepEqual(await second.cache.get('local'), catalog);
    assert.equal(second.source.loads, 0);
  });

  it('parses the stored catalog once until it changes', async () => {
    const values = new Map<string, unknown>();
    const store = {
      get: (key: string) => values.get(key),
      update: async (key: string, value: unknown) => void values.set(key, structuredClone(value)),
    };
    const { cache } = build({ store });
    await cache.get('local');
    const read = await cache.get('local');
    assert.equal(await cache.get('local'), read);
    for (const [key, value] of values) await store.update(key, value);
    assert.notEqual(await cache.get('local'), read);
    assert.deepEqual(await cache.get('local'), read);
  });

  it('asks again for another origin, and if a service contradicts the catalog', async () => {
    const { cache, source } = build();
    await cache.get('network');
    source.scopeNow = 'https://two.example';
    await cache.get('network');
    assert.equal(source.loads, 2);
    await cache.invalidate('network');
    await cache.get('network');
    assert.equal(source.loads, 3);
  });

  it('returns an old catalog if no new one is available, and throws without any', async () => {
    const { cache, source, clock } = build();
    await cache.get('network');
    source.fails = true;
    await clock.advance(dayMs);
    assert.deepEqual(await cache.get('network'), catalog);
    await cache.invalidate('network');
    await assert.rejects(cache.get('network'), /no answer/);
  });

  it('asks again if the clock was set back', async () => {
    const { cache, source, clock } = build();
    await cache.get('network');
    clock.setBack(30 * dayMs);
    await cache.get('network');
    assert.equal(source.loads, 2);
  });

  it('ignores a corrupt stored catalog', async () => {
    const { cache, source, store } = build();
    await store.update('catalogue.network', { scope: source.scopeNow, fetchedAt: 'never' });
    assert.deepEqual(await cache.get('network'), catalog);
  });

  it('ignores a stored catalog with an invalid pair', async () => {
    const pairs = [
      undefined,
      'png-webp',
      { from: 'png' },
      { from: 'png', to: 1 },
      { from: 'png', to: 'webp', lossy: 'yes' },
      { from: 'png', to: 'webp', losses: [1] },
      { from: 'png', to: 'webp', program: {} },
      { from: 'png', to: 'webp', credits: '1' },
    ];
    for (const pair of pairs) {
      const { cache, source, store, clock } = build();
      const conversions = [...catalog.conversions, pair];
      const kept = {
        scope: source.scopeNow,
        fetchedAt: clock.now(),
        catalog: { conversions, compressions: [] },
      };
      await store.update('catalogue.network', kept);
      assert.deepEqual(await cache.get('network'), catalog);
    }
  });
});
