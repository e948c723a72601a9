import assert from 'node:assert/strict';
import sharp from 'sharp';
import { fault } from '../../../../../src/contract/fault.ts';
import { convertAnimatedAvif } from '../../../../../src/engines/images/animation/animatedAvif.ts';
import { avifSequence } from '../../../../support/avifSequence.ts';

const colors = ['#ff0000', '#00ff00', '#0000ff'];
const durationsMs = [40, 250, 1000];
/** The bit in an OBU header that announces a size field. */
const hasSize = 2;

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

/** The start of the frame in a sample, after two OBUs with one-byte sizes. */
const frameAt = (sample: Buffer): number => [0, 1].reduce((at) => at + 2 + sample.readUInt8(at + 1), 0);

/** Extends each sample up to the next frame. */
function endingLater(samples: readonly Buffer[]): Buffer[] {
  return samples.map((sample, index) => {
    const next = samples[index + 1];
    const own = index === 0 ? sample : sample.subarray(frameAt(sample));
    return next ? Buffer.concat([own, next.subarray(0, frameAt(next))]) : own;
  });
}

function withoutLastSize(samples: readonly Buffer[]): Buffer[] {
  return samples.map((sample) => {
    const at = frameAt(sample);
    const header = Buffer.of(sample.readUInt8(at) & ~hasSize);
    return Buffer.concat([sample.subarray(0, at), header, sample.subarray(at + 2)]);
  });
}

describe('An animated AVIF', () => {
  it('becomes the same frames with the same durations and repetitions', async () => {
    const avif = await avifSequence(colors, { durationsMs, rounds: [1290, 3870] });
    assert.deepEqual(await facts(avif), { pages: 3, delay: durationsMs, loop: 3, width: 16, pageHeight: 16 });
    assert.deepEqual(await shownColors(avif), colors);
  });

  it('becomes the same frames if samples don’t end between frames', async () => {
    const avif = await avifSequence(colors, { durationsMs, recut: endingLater });
    assert.deepEqual(await shownColors(avif), colors);
  });

  it('becomes the same frames if a sample’s last OBU has no size', async () => {
    const avif = await avifSequence(colors, { durationsMs, recut: withoutLastSize, syncs: [1] });
    assert.deepEqual(await shownColors(avif), colors);
  });

  it('is damaged if samples share bytes', async () => {
    const frames = Array.from({ length: 60 }, () => '#ff0000');
    const avif = await avifSequence(frames, { durationsMs: frames.map(() => 40), sharesBytes: true });
    await assert.rejects(convertAnimatedAvif(avif, 'webp'), { fault: fault('damaged.image') });
  });

  it('repeats forever if nothing says how often', async () => {
    assert.equal((await facts(await avifSequence(colors, { durationsMs }))).loop, 0);
    const endless = await avifSequence(colors, { durationsMs, rounds: [1290, 0xffff_ffff] });
    assert.equal((await facts(endless)).loop, 0);
  });

  for (const [auxiliary, hasAlpha] of [
    ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', true],
    ['urn:mpeg:hevc:2015:auxid:1', true],
    ['urn:mpeg:mpegB:cicp:systems:auxiliary:depth', false],
    ['urn:mpeg:hevc:2015:auxid:2', false],
  ] as const) {
    it(`${hasAlpha ? 'is transparent' : 'stays opaque'} with a second track of ${auxiliary}`, async () => {
      const webp = await convertAnimatedAvif(await avifSequence(colors, { durationsMs, auxiliary }), 'webp');
      assert.equal((await sharp(webp, { animated: true }).metadata()).hasAlpha, hasAlpha);
    });
  }

  it('becomes its first frame if the target has no animation', async () => {
    const still = await convertAnimatedAvif(await avifSequence(colors, { durationsMs }), 'png');
    const pixel = await sharp(still).extract({ left: 8, top: 8, width: 1, height: 1 }).raw().toBuffer();
    assert.equal(pixel.toString('hex'), 'ff0000');
  });

  it('is refused with premultiplied colors, and damaged if it is truncated', async () => {
    const multiplied = await avifSequence(colors, { durationsMs, reference: 'prem' });
    await assert.rejects(convertAnimatedAvif(multiplied, 'webp'), { fault: fault('avif.premultiplied') });
    const avif = await avifSequence(colors, { durationsMs });
    await assert.rejects(convertAnimatedAvif(avif.subarray(0, -1), 'webp'), {
      fault: fault('damaged.image'),
    });
  });

  it('is distinguished from a still AVIF', async () => {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
    assert.equal(await convertAnimatedAvif(await image.avif().toBuffer(), 'webp'), undefined);
  });
});
