import assert from 'node:assert/strict';
import { imageSetWork } from '../../../../src/vscode/web/imageSets.ts';
import { LastWork } from '../../../../src/vscode/request/lastWork.ts';
import { MemoryStore } from '../../../support/memoryStore.ts';

const toZip = { tool: 'convert', targetFormat: 'zip' } as const;

describe('LastWork', () => {
  it('is the last action with its options, across sessions', async () => {
    const store = new MemoryStore();
    await new LastWork(store).remember({ tool: 'compress', targetFormat: undefined });
    const details = { options: { level: 9 }, output: { folder: 'out', ofWorkspace: true }, preset: 'Pack' };
    await new LastWork(store).remember({ ...toZip, ...details });
    assert.deepEqual(new LastWork(store).get(), { ...toZip, ...details });
  });

  it('may be a picture set', async () => {
    const store = new MemoryStore();
    const work = imageSetWork('responsiveWidths');
    await new LastWork(store).remember(work);
    assert.deepEqual(new LastWork(store).get(), { ...work, options: {} });
  });

  it('stores no secrets', async () => {
    const store = new MemoryStore();
    await new LastWork(store).remember({ ...toZip, options: { level: 9, newPassword: 'hush' } });
    assert.deepEqual(new LastWork(store).get()?.options, { level: 9 });
    assert.doesNotMatch(JSON.stringify(store.get('lastWork')), /hush/);
  });

  it('is empty at first, and if the storage is corrupt', async () => {
    const store = new MemoryStore();
    assert.equal(new LastWork(store).get(), undefined);
    await store.update('lastWork', { tool: 'shred' });
    assert.equal(new LastWork(store).get(), undefined);
  });
});
