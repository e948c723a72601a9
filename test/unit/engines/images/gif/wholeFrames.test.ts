import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { wholeFrames } from '../../../../../src/engines/images/gif/wholeFrames.ts';
import { openImage } from '../../../../../src/engines/images/open.ts';
import { image } from '../../../../support/service/fixtures.ts';

const whole = readFileSync(image('animated.gif'));
const damaged = { code: 'conversion.invalid_input', message: 'The image is damaged and can’t be read.' };

/** Noise, so that the codes of the frame are of all lengths. */
async function stillGif(): Promise<Buffer> {
  const samples = Buffer.from(Array.from({ length: 61 * 43 * 3 }, (_, at) => (at * at * 31 + at * 7) % 251));
  return sharp(samples, { raw: { width: 61, height: 43, channels: 3 } })
    .gif()
    .toBuffer();
}

const pixels = async (gif: Buffer): Promise<Buffer> => (await openImage(gif)).image.raw().toBuffer();

describe('A GIF', () => {
  it('that ends as it should is taken as it is', () => {
    assert.equal(wholeFrames(whole), undefined);
  });

  it('without its end has all its frames', () => {
    assert.deepEqual(wholeFrames(whole.subarray(0, -1)), whole);
    assert.deepEqual(wholeFrames(whole.subarray(0, -2)), whole);
  });

  it('that ends within a frame has those before it', async () => {
    const { pages } = await sharp(wholeFrames(whole.subarray(0, -3)) ?? '', { animated: true }).metadata();
    assert.equal(pages, ((await sharp(whole, { animated: true }).metadata()).pages ?? 0) - 1);
  });

  it('that goes on with something else has the frames before that', () => {
    assert.deepEqual(wholeFrames(Buffer.concat([whole.subarray(0, -1), whole])), whole);
  });

  it('whose only frame is all there is read without its end, or with something else behind it', async () => {
    const still = await stillGif();
    const expected = await pixels(still);
    for (const gif of [
      still.subarray(0, -1),
      still.subarray(0, -2),
      Buffer.concat([still.subarray(0, -1), still]),
    ]) {
      assert.deepEqual(await pixels(gif), expected);
    }
  });

  it('that ends within its first frame is damaged, wherever', async () => {
    const still = await stillGif();
    const start = still.indexOf(0x2c);
    for (let length = still.length - 3; length > 0; length -= length > start + 20 ? 97 : 1) {
      assert.equal(wholeFrames(still.subarray(0, length)), undefined, String(length));
    }
    await assert.rejects(openImage(still.subarray(0, -3)), damaged);
    await assert.rejects(openImage(still.subarray(0, still.length >> 1)), damaged);
  });
});
