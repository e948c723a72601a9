import assert from 'node:assert/strict';
import { RecentTargets } from '../../../src/planning/recentTargets.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

describe('RecentTargets', () => {
  it('remembers the latest first, each once, across sessions', async () => {
    const store = new MemoryStore();
    const recent = new RecentTargets(store);
    for (const format of ['webp', 'png', 'webp']) await recent.add(format);
    assert.deepEqual(new RecentTargets(store).all(), ['webp', 'png']);
  });

  it('is bounded, and takes corrupt storage for empty', async () => {
    const store = new MemoryStore();
    const recent = new RecentTargets(store);
    for (let index = 0; index < 50; index += 1) await recent.add(`format${index}`);
    assert.equal(recent.all().length, 20);
    await store.update('recentTargets', { not: 'a list' });
    assert.deepEqual(recent.all(), []);
  });
});
