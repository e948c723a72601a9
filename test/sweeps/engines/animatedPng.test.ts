import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { probe } from '../../support/service/ffmpeg.ts';
import { image } from '../../support/service/fixtures.ts';
import { momentsOf } from '../../support/service/moments.ts';
import { decode, inspect, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

describe('An animated PNG', () => {
  const service = useService();

  it('is animated under the name of any PNG', async () => {
    const bytes = await readFile(image('animated.apng'));
    for (const [to, frames] of [
      ['webp', 8],
      ['gif', 8],
      ['tiff', 8],
      ['jpg', 1],
    ] as const) {
      const { output } = await service.api.convert({ name: 'a.png', bytes }, to);
      assert.equal((await inspect(output, to)).frames, frames, to);
    }
  });

  it('is its first frame if the target has no animation', async () => {
    const { output } = await service.api.convert(image('animated.apng'), 'png');
    const first = await decode(await readFile(image('animated.apng')), 'apng');
    assert.ok(psnr(first, await decode(output, 'png')) > 50);
    assert.ok(!output.includes('acTL'));
  });

  it('fits within a size with all its frames', async () => {
    for (const to of ['webp', 'gif', 'apng'] as const) {
      const source = to === 'apng' ? 'animated.gif' : 'animated.apng';
      const { output } = await service.api.convert(image(source), to, { width: 20 });
      const moments = await momentsOf(output, to);
      assert.deepEqual([moments.length, moments[0]?.picture.width], [8, 20], to);
    }
  });

  it('is an ordinary PNG if its source isn’t animated', async () => {
    const { output } = await service.api.convert(image('alpha.png'), 'apng');
    assert.ok(!output.includes('acTL'));
    assert.equal((await probe(output, 'png')).streams[0]?.codec_name, 'png');
    const { corner, hasAlpha } = await inspect(output, 'png');
    assert.deepEqual([hasAlpha, corner[3]], [true, 0]);
  });
});
