import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { candidatesFor } from '../../../src/engines/images/encodingCandidates.ts';
import { similarity } from '../../../src/engines/images/similarity.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { sample } from '../../support/service/fixtures.ts';
import { StandaloneService } from '../../support/service/standalone.ts';

/** The minimum similarity of compressed images, and the side and distance of the tiles that the search looks at. */
const least = 0.982;
const tile = 32;
const distance = 3 * tile;

/** A smooth picture, but for noise in the tiles that the search looks at. */
async function misleadingJpeg(): Promise<Buffer> {
  const side = 5 * distance + tile;
  const random = seededRandom('noise');
  const pixels = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isNoisy = x % distance < tile && y % distance < tile;
      pixels.fill(isNoisy ? 96 + 64 * random() : (x + y) / 4, (y * side + x) * 3, (y * side + x + 1) * 3);
    }
  }
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg({ quality: 98, chromaSubsampling: '4:2:0' }).toBuffer();
}

/** The size of the first candidate that is similar enough. */
async function bytesByTryingAll(jpeg: Buffer): Promise<number | undefined> {
  const metadata = await sharp(jpeg).metadata();
  for (const list of candidatesFor('jpg', metadata, false)) {
    for (const { encode } of list) {
      const source = sharp(jpeg);
      const output = await encode(metadata.exif ? source.keepMetadata() : source).toBuffer();
      if ((await similarity(jpeg, output)) >= least) return output.length;
    }
  }
  return undefined;
}

describe('A compressed JPEG', () => {
  let service: StandaloneService;

  before(async () => {
    service = await StandaloneService.start();
  });
  after(() => service.stop());

  for (const [name, read] of [
    ['a photo', async () => readFile(sample('coffee.jpg'))],
    ['a picture that looks worse where the search looks', misleadingJpeg],
  ] as const) {
    it(`is as small as by trying every quality: ${name}`, async () => {
      const bytes = await read();
      const { output } = await service.api.compress({ name: 'picture.jpg', bytes });
      assert.equal(output.length, await bytesByTryingAll(bytes));
    });
  }
});
