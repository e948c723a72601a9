import assert from 'node:assert/strict';
import { LastOptions } from '../../../src/planning/lastOptions.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

const toWebp = { tool: 'convert', targetFormat: 'webp' } as const;
const compress = { tool: 'compress', targetFormat: undefined } as const;

describe('LastOptions', () => {
  it('remembers what was set for each pair across sessions', async () => {
    const store = new MemoryStore();
    const last = new LastOptions(store);
    await last.remember(toWebp, ['jpg', 'png'], { quality: 70 });
    await last.remember(compress, ['png'], { lossless: true });
    await last.remember(toWebp, ['jpg'], { quality: 60 });
    const again = new LastOptions(store);
    assert.deepEqual(again.of(toWebp, ['jpg', 'png']), { quality: 60 });
    assert.deepEqual(again.of(toWebp, ['png']), { quality: 70 });
    assert.deepEqual(again.of(toWebp, ['gif', 'png']), { quality: 70 });
    assert.deepEqual(again.of(compress, ['png']), { lossless: true });
    assert.deepEqual(again.of({ tool: 'convert', targetFormat: 'avif' }, ['png']), {});
  });

  it('forgets what was reset to the defaults', async () => {
    const last = new LastOptions(new MemoryStore());
    await last.remember(toWebp, ['jpg'], { quality: 70 });
    await last.remember(toWebp, ['jpg'], {});
    assert.deepEqual(last.of(toWebp, ['jpg']), {});
  });

  it('stores no secrets', async () => {
    const store = new MemoryStore();
    await new LastOptions(store).remember(toWebp, ['zip'], { newPassword: 'hush', level: 9 });
    assert.deepEqual(new LastOptions(store).of(toWebp, ['zip']), { level: 9 });
    assert.doesNotMatch(JSON.stringify(store.get('lastOptions')), /hush/);
  });

  it('keeps the earlier options if new ones can’t be stored', async () => {
    const store = new MemoryStore();
    const last = new LastOptions(store);
    await last.remember(toWebp, ['jpg'], { quality: 70 });
    store.update = async () => Promise.reject(new Error('full'));
    await last.remember(toWebp, ['jpg'], { quality: 60 });
    assert.deepEqual(last.of(toWebp, ['jpg']), { quality: 70 });
  });

  it('is bounded, and treats corrupt storage as empty', async () => {
    const store = new MemoryStore();
    const last = new LastOptions(store);
    for (let index = 0; index < 150; index += 1) await last.remember(toWebp, [`f${index}`], { index });
    assert.deepEqual([last.of(toWebp, ['f0']), last.of(toWebp, ['f149'])], [{}, { index: 149 }]);
    await store.update('lastOptions', [['convert jpg webp', 'no options']]);
    assert.deepEqual(last.of(toWebp, ['jpg']), {});
  });
});
