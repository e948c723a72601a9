import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { assertSameTiff } from '../../../support/service/sameTiff.ts';
import { StandaloneService } from '../../../support/service/standalone.ts';
import { tiffVariants, computedTiffVariants } from '../../../../tools/variants/tiff.ts';

describe('A compressed TIFF of any kind', () => {
  let service: StandaloneService;
  let folder: string;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro', '--credits', '100000']);
    folder = await mkdtemp(path.join(os.tmpdir(), 'tiffs-'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  for (const variant of [...tiffVariants, ...computedTiffVariants]) {
    // Data that no program reads can be moved, but nothing could confirm that it was moved correctly.
    if (variant.isRefused) continue;
    it(`keeps the samples of ${variant.name}`, async () => {
      const file = await variant.make(folder);
      const { output } = await service.api.compress(file);
      assert.ok(output.length <= (await readFile(file)).length);
      await assertSameTiff(file, output);
    });
  }
});
