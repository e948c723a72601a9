import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { assertSameTiff } from '../../../support/service/sameTiff.ts';
import { useService } from '../../../support/service/services.ts';
import { forVariants, variantsFolder, variantsIn } from './frozen.ts';

describe('A compressed TIFF of any kind', () => {
  const service = useService(forVariants);

  for (const [name, { refused }] of [...variantsIn('pictures'), ...variantsIn('photos')]) {
    // Data that no program reads can be moved, but nothing could confirm that it was moved correctly.
    if (!name.endsWith('.tiff') || refused !== undefined) continue;
    it(`keeps the samples of ${name}`, async () => {
      const file = path.join(variantsFolder, name);
      const { output } = await service.api.compress(file);
      assert.ok(output.length <= (await readFile(file)).length);
      await assertSameTiff(file, output);
    });
  }
});
