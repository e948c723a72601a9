import assert from 'node:assert/strict';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { minimized } from '../../../tools/fuzz/minimize.ts';

const hasFaultyEntry = async (bytes: Buffer): Promise<boolean> => {
  try {
    return Object.values(unzipSync(bytes)).some((content) => strFromU8(content) === 'fault');
  } catch {
    return false;
  }
};

describe('minimized', () => {
  it('keeps the bytes that matter, wherever they stand', async () => {
    const noise = 'abcdefgh'.repeat(20);
    const found = await minimized(Buffer.from(`${noise}<${noise}>${noise}`), async (bytes) =>
      /<.*>/.test(bytes.toString()),
    );
    assert.ok(found.length < 60, found.toString());
    assert.match(found.toString(), /<.*>/);
  });

  it('leaves out the entries of a zip that do not matter', async () => {
    const zip = zipSync({ a: strToU8('one'), b: strToU8('fault'), c: strToU8('two') });
    assert.deepEqual(Object.keys(unzipSync(await minimized(Buffer.from(zip), hasFaultyEntry))), ['b']);
  });

  it('ends', async () => {
    let attempts = 0;
    const bytes = Buffer.alloc(100_000);
    const found = await minimized(bytes, async () => (attempts += 1) < 0);
    assert.equal(found, bytes);
    assert.ok(attempts <= 120);
  });
});
