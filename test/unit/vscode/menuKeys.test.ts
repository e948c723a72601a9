import assert from 'node:assert/strict';
import { contextKeys } from '../../../src/manifest.ts';
import { menuKeys, withMenuFacts } from '../../../src/vscode/menuKeys.ts';
import { LastWork } from '../../../src/vscode/request/lastWork.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

describe('menuKeys', () => {
  it('knows whether there is work to repeat', async () => {
    const store = new MemoryStore();
    const hasLastWork = (): unknown => new Map(menuKeys(store)).get(contextKeys.hasLastWork);
    assert.equal(hasLastWork(), false);
    await new LastWork(store).remember({ tool: 'compress', targetFormat: undefined });
    assert.equal(hasLastWork(), true);
  });

  it('knows whether a program for compression is missing, once the catalog of this computer was read', async () => {
    const store = new MemoryStore();
    const lacksCompressors = (): unknown => new Map(menuKeys(store)).get(contextKeys.lacksCompressors);
    const load = async (missing: readonly string[]): Promise<void> => {
      const installableCompressions = missing.map((format) => ({ format, program: 'ffmpeg' }));
      const catalog = { conversions: [], compressions: [], installableCompressions };
      await withMenuFacts({ scope: async () => '', load: async () => catalog }, store).load('local');
    };
    assert.equal(lacksCompressors(), false);
    await load(['mp4']);
    assert.equal(lacksCompressors(), true);
    await load([]);
    assert.equal(lacksCompressors(), false);
  });
});
