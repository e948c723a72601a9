import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { animatedPng } from '../../support/service/animatedPng.ts';
import { made, probe } from '../../support/service/ffmpeg.ts';
import { image } from '../../support/service/fixtures.ts';
import { momentsOf } from '../../support/service/moments.ts';
import { decode, inspect, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

/** Asserts that two animations show the same pictures for the same durations. */
async function assertAlike(
  [source, from]: readonly [Buffer, string],
  [output, to]: readonly [Buffer, string],
  decibels: number,
): Promise<void> {
  const [before, after] = [await momentsOf(source, from), await momentsOf(output, to)];
  assert.deepEqual(
    after.map((each) => each.durationMs),
    before.map((each) => each.durationMs),
  );
  for (const [index, { picture }] of before.entries()) {
    const shown = after[index]?.picture;
    const likeness = shown ? psnr(picture, shown) : 0;
    assert.ok(likeness >= decibels, `picture ${index}: ${likeness.toFixed(1)} dB`);
  }
}

describe('An animated PNG', () => {
  const service = useService();

  for (const [to, options, decibels] of [
    ['webp', { lossless: true }, 60],
    ['gif', {}, 25],
  ] as const) {
    it(`becomes a ${to} with the same frames and durations`, async () => {
      const pattern = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=1:rate=10', '-pix_fmt', 'rgb24'];
      const bytes = await made('apng', pattern);
      const { output } = await service.api.convert({ name: 'a.apng', bytes }, to, options);
      await assertAlike([bytes, 'apng'], [output, to], decibels);
    });
  }

  for (const from of ['gif', 'webp']) {
    it(`is made from a ${from} with the same frames and durations`, async () => {
      const source = image(`animated.${from}`);
      const { output } = await service.api.convert(source, 'apng');
      await assertAlike([await readFile(source), from], [output, 'apng'], 60);
    });
  }

  it('keeps its transparency when it returns from a WebP', async () => {
    const source = await readFile(image('animated.apng'));
    const { output: bytes } = await service.api.convert(image('animated.apng'), 'webp', { lossless: true });
    const { output } = await service.api.convert({ name: 'a.webp', bytes }, 'apng');
    await assertAlike([source, 'apng'], [output, 'apng'], 45);
  });

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

  it('repeats as often as its source', async () => {
    const once = animatedPng();
    // In an acTL chunk, the number of plays is between the number of frames and the checksum.
    const at = once.indexOf('acTL') + 8;
    once.writeUInt32BE(3, at);
    const { output: webp } = await service.api.convert({ name: 'a.png', bytes: once }, 'webp');
    assert.equal(webp.readUInt16LE(webp.indexOf('ANIM') + 12), 3);
    const { output } = await service.api.convert({ name: 'a.webp', bytes: webp }, 'apng');
    assert.equal(output.readUInt32BE(output.indexOf('acTL') + 8), 3);
  });

  it('is an ordinary PNG if its source isn’t animated', async () => {
    const { output } = await service.api.convert(image('alpha.png'), 'apng');
    assert.ok(!output.includes('acTL'));
    assert.equal((await probe(output, 'png')).streams[0]?.codec_name, 'png');
    const { corner, hasAlpha } = await inspect(output, 'png');
    assert.deepEqual([hasAlpha, corner[3]], [true, 0]);
  });
});
