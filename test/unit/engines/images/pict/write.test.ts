import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { readPict } from '../../../../../src/engines/images/pict/read.ts';
import { writePict } from '../../../../../src/engines/images/pict/write.ts';
import { packBits, unpackBits } from '../../../../../src/engines/images/raster/packBits.ts';
import { samplesOfPng } from '../../../../support/samplesOfPng.ts';

async function noise(width: number, height: number): Promise<Buffer> {
  const samples = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * at * 31 + at * 7) % 256);
  return sharp(samples, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

describe('A PICT that is written', () => {
  it('is the image, however wide it is', async () => {
    for (const [width, height] of [
      [1, 3],
      [2, 2],
      [62, 2],
      [63, 2],
      [66, 2],
      [67, 2],
      [4095, 1],
      [9001, 2],
    ] as const) {
      const png = await noise(width, height);
      const pict = await writePict(png);
      assert.deepEqual(await samplesOfPng(await readPict(pict)), await samplesOfPng(png), `${width} pixels`);
    }
  });

  it('has no row whose length programs look for in one byte or in two', async () => {
    // Behind the headers, what is drawn upon, and what is said of the pixels.
    const lengthsAt = 514 + 38 + 12 + 70;
    for (const [width, stored] of [
      [62, 62],
      [63, 67],
      [66, 67],
      [67, 67],
    ] as const) {
      const pict = await writePict(await noise(width, 1));
      const length = stored > 62 ? pict.readUInt16BE(lengthsAt) : pict.readUInt8(lengthsAt);
      const row = unpackBits(pict.subarray(lengthsAt + (stored > 62 ? 2 : 1)).subarray(0, length), 999);
      assert.equal(row.length, stored * 3);
    }
  });

  it('keeps the profile of its colors, however long it is', async () => {
    const create = { width: 2, height: 2, channels: 3, background: '#123456' } as const;
    const png = await sharp({ create }).withIccProfile('p3').png().toBuffer();
    const { icc } = await sharp(await readPict(await writePict(png))).metadata();
    assert.deepEqual(icc, (await sharp(png).metadata()).icc);
    assert.ok(icc);
  });
});

describe('PackBits', () => {
  it('unpacks what it has packed, which is hardly longer', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 600 }), (bytes) => {
        const plain = Buffer.from(bytes);
        const packed = packBits(plain);
        assert.deepEqual(unpackBits(packed, plain.length), plain);
        assert.ok(packed.length <= plain.length + Math.ceil(plain.length / 64));
      }),
    );
  });
});
