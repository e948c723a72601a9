import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { fault } from '../../../../../src/contract/fault.ts';
import { convertAnimatedAvif } from '../../../../../src/engines/images/animation/animatedAvif.ts';
import { built } from '../../../../support/service/fixtures.ts';

const colors = ['#ff0000', '#00ff00', '#0000ff'];
const durationsMs = [40, 250, 1000];

/** An animated AVIF of three frames in these colors, unless its name says otherwise. */
const sequence = (name: string): Buffer => readFileSync(built(`avif/${name}.avif`));

async function facts(avif: Buffer) {
  const webp = await convertAnimatedAvif(avif, 'webp');
  const { pages, delay, loop, width, pageHeight } = await sharp(webp, { animated: true }).metadata();
  return { pages, delay, loop, width, pageHeight };
}

async function shownColors(avif: Buffer): Promise<string[]> {
  const strip = await sharp(await convertAnimatedAvif(avif, 'webp'), { animated: true })
    .raw()
    .toBuffer();
  return colors.map((_, index) => `#${strip.toString('hex', index * 16 * 16 * 3, index * 16 * 16 * 3 + 3)}`);
}

describe('An animated AVIF', () => {
  it('becomes the same frames with the same durations and repetitions', async () => {
    const avif = sequence('threeTimes');
    assert.deepEqual(await facts(avif), { pages: 3, delay: durationsMs, loop: 3, width: 16, pageHeight: 16 });
    assert.deepEqual(await shownColors(avif), colors);
  });

  it('becomes the same frames if samples don’t end between frames', async () => {
    assert.deepEqual(await shownColors(sequence('samplesEndLater')), colors);
  });

  it('becomes the same frames if a sample’s last OBU has no size', async () => {
    assert.deepEqual(await shownColors(sequence('noLastSize')), colors);
  });

  it('is damaged if samples share bytes', async () => {
    const shared = convertAnimatedAvif(sequence('sharedBytes'), 'webp');
    await assert.rejects(shared, { fault: fault('damaged.image') });
  });

  it('repeats forever if nothing says how often', async () => {
    assert.equal((await facts(sequence('plain'))).loop, 0);
    assert.equal((await facts(sequence('endless'))).loop, 0);
  });

  for (const [auxiliary, hasAlpha] of [
    ['alphaOfCicp', true],
    ['alphaOfHevc', true],
    ['depthOfCicp', false],
    ['depthOfHevc', false],
  ] as const) {
    it(`${hasAlpha ? 'is transparent' : 'stays opaque'} with a second track of ${auxiliary}`, async () => {
      const webp = await convertAnimatedAvif(sequence(auxiliary), 'webp');
      assert.equal((await sharp(webp, { animated: true }).metadata()).hasAlpha, hasAlpha);
    });
  }

  it('becomes its first frame if the target has no animation', async () => {
    const still = await convertAnimatedAvif(sequence('plain'), 'png');
    const pixel = await sharp(still).extract({ left: 8, top: 8, width: 1, height: 1 }).raw().toBuffer();
    assert.equal(pixel.toString('hex'), 'ff0000');
  });

  it('is refused with premultiplied colors, and damaged if it is truncated', async () => {
    const multiplied = convertAnimatedAvif(sequence('premultiplied'), 'webp');
    await assert.rejects(multiplied, { fault: fault('avif.premultiplied') });
    const truncated = convertAnimatedAvif(sequence('plain').subarray(0, -1), 'webp');
    await assert.rejects(truncated, { fault: fault('damaged.image') });
  });

  it('is distinguished from a still AVIF', async () => {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
    assert.equal(await convertAnimatedAvif(await image.avif().toBuffer(), 'webp'), undefined);
  });
});
