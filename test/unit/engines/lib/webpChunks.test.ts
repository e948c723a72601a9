import assert from 'node:assert/strict';
import sharp from 'sharp';
import { transparentWebp, webpChunksOf, webpFlags } from '../../../../src/engines/lib/webpChunks.ts';

const [width, height] = [40, 30];

/** Two frames that cover everything except this many rows at the top and at the bottom. */
async function withMargins(rows: number): Promise<Buffer> {
  const strip = Buffer.alloc(width * height * 2 * 4);
  for (let row = 0; row < height * 2; row += 1) {
    const isInside = row % height >= rows && row % height < height - rows;
    const color = row < height ? 'c80a1eff' : 'c8321eff';
    if (isInside) strip.fill(color, row * width * 4, (row + 1) * width * 4, 'hex');
  }
  const raw = { width, height: height * 2, channels: 4, pageHeight: height } as const;
  return sharp(strip, { raw })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

function flagsOf(webp: Buffer): number {
  return [...webpChunksOf(webp)][0]?.data[0] ?? 0;
}

describe('A transparent animation', () => {
  it('declares its transparency if libwebp omits its margins', async () => {
    const webp = await withMargins(8);
    assert.equal(flagsOf(webp) & webpFlags.alpha, 0, 'libwebp says so itself by now');
    const marked = transparentWebp(Buffer.from(webp));
    assert.equal(flagsOf(marked), flagsOf(webp) | webpFlags.alpha);
    const [shown, before] = [marked, webp].map((file) => sharp(file, { animated: true }).raw());
    assert.deepEqual(await shown?.toBuffer(), await before?.toBuffer());
  });

  it('stays as it is if its frames cover everything, or it is still', async () => {
    const whole = await withMargins(0);
    assert.deepEqual(transparentWebp(Buffer.from(whole)), whole);
    const image = sharp({ create: { width, height, channels: 3, background: 'red' } });
    const webp = await image.webp().toBuffer();
    assert.deepEqual(transparentWebp(Buffer.from(webp)), webp);
  });
});
