import assert from 'node:assert/strict';
import sharp from 'sharp';
import { similarity, similarityTo } from '../../../../src/engines/images/similarity.ts';
import { seededRandom } from '../../../support/seededRandom.ts';
import { mean, ssimOf } from '../../../support/service/ssim.ts';

function noise(width: number, height: number, seed: number): Uint8Array {
  const random = seededRandom(seed);
  return Uint8Array.from({ length: width * height }, () => Math.floor(random() * 256));
}

async function png(samples: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(samples, { raw: { width, height, channels: 1 } })
    .toColorspace('b-w')
    .png()
    .toBuffer();
}

/** By its definition, over blocks of 8 by 8 pixels, every 4 pixels. */
function byDefinition(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  const values: number[] = [];
  for (let top = 0; top + 8 <= height; top += 4) {
    for (let left = 0; left + 8 <= width; left += 4) {
      const block = (of: Uint8Array): number[] =>
        Array.from({ length: 64 }, (_, at) => of[(top + (at >> 3)) * width + left + (at & 7)] ?? 0);
      values.push(ssimOf(block(a), block(b)));
    }
  }
  return mean(values);
}

describe('similarity', () => {
  for (const [width, height] of [
    [8, 8],
    [37, 22],
  ] as const) {
    it(`follows the definition of the index for ${width} by ${height} pixels`, async () => {
      const [a, b] = [noise(width, height, 1), noise(width, height, 2).map((each) => each >> 1)];
      const measured = await similarity(await png(a, width, height), await png(b, width, height));
      assert.ok(Math.abs(measured - byDefinition(a, b, width, height)) < 1e-9, String(measured));
    });
  }

  for (const [width, height] of [
    [1, 1],
    [1, 30],
    [5, 3],
  ] as const) {
    it(`distinguishes images of ${width} by ${height} pixels`, async () => {
      const samples = noise(width, height, 1);
      const a = await png(samples, width, height);
      const b = await png(
        samples.map((each) => (each + 128) % 256),
        width,
        height,
      );
      assert.equal(await similarity(a, a), 1);
      assert.ok((await similarity(a, b)) < 0.9);
    });
  }

  it('compares several images with one, including transparent parts, but none of another size', async () => {
    const create = { width: 20, height: 20, channels: 4 } as const;
    const of = async (background: string): Promise<Buffer> =>
      sharp({ create: { ...create, background } })
        .png()
        .toBuffer();
    const to = similarityTo(await of('#ffffff00'));
    assert.equal(await to(await of('#00000000')), 1);
    assert.ok((await to(await of('#ffffffff'))) < 0.1);
    assert.equal(await to(await png(noise(8, 8, 1), 8, 8)), 0);
  });

  it('counts changed colors of the same luma, but hardly noise in them', async () => {
    const [width, height] = [64, 64];
    const striped = async (change: (x: number, y: number) => number): Promise<Buffer> => {
      const samples = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
        const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
        const red = (Math.floor(x / 4) % 2 === 0 ? 70 : -70) + change(x, y);
        // The factors of red and green in the luma.
        return 128 + [red, (-red * 0.2126) / 0.7152, 0][at % 3]!;
      });
      return sharp(samples, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer();
    };
    const source = await striped(() => 0);
    const faded = await striped((x) => (Math.floor(x / 4) % 2 === 0 ? -30 : 30));
    const noisy = await striped((x, y) => ((x * 7 + y * 13) % 11) - 5);
    assert.ok((await similarity(source, faded)) < 0.95);
    assert.ok((await similarity(source, noisy)) > 0.99);
  });
});
