import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { enforceSizeLimits, type SizeLimits } from '../../../../src/engines/lib/compressionOptions.ts';

describe('enforceSizeLimits', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sizes-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** The size of the result for a source and an output of these sizes. */
  async function settled(before: number, after: number, limits: SizeLimits, unfit = false): Promise<number> {
    const [inputPath, outputPath] = [path.join(folder, 'input'), path.join(folder, 'output')];
    await writeFile(inputPath, Buffer.alloc(before));
    await writeFile(outputPath, Buffer.alloc(after));
    await enforceSizeLimits({ inputPath, outputPath }, limits, { unfit });
    return (await readFile(outputPath)).length;
  }

  it('keeps the smaller of output and source', async () => {
    assert.equal(await settled(1000, 900, {}), 900);
    assert.equal(await settled(1000, 1100, {}), 1000);
  });

  it('keeps the source if the saving is below the minimum', async () => {
    assert.equal(await settled(1000, 900, { leastSaving: 10 }), 900);
    assert.equal(await settled(1000, 901, { leastSaving: 10 }), 1000);
  });

  it('ignores the minimum if the source exceeds the limit', async () => {
    assert.equal(await settled(2100, 2000, { leastSaving: 50, maxKilobytes: 2 }), 2000);
  });

  it('reports the size if it still exceeds the limit', async () => {
    const code = 'conversion.size_not_met';
    const message = 'The smallest size that could be reached is 4 kB, which is more than 3 kB.';
    await assert.rejects(settled(5000, 3100, { maxKilobytes: 3 }), { code, message });
  });

  it('accepts no source that is too large in another way', async () => {
    assert.equal(await settled(1000, 990, { leastSaving: 50 }, true), 990);
    await assert.rejects(
      settled(1000, 1100, {}, true),
      /Even with fewer pixels, the file would be 2 kB, more than its current 1 kB/,
    );
  });
});
