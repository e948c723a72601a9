import assert from 'node:assert/strict';
import sharp from 'sharp';
import { readSun } from '../../../../../src/engines/images/sun/read.ts';
import { refusesEveryBeginning, refusesWith } from '../../../../support/cutOff.ts';

type Words = readonly [
  width: number,
  height: number,
  bits: number,
  type: number,
  mapType?: number,
  mapBytes?: number,
];

function sun([width, height, bits, type, mapType = 0, mapBytes = 0]: Words, content: Buffer): Buffer {
  const head = Buffer.alloc(32);
  for (const [index, word] of [0x59a66a95, width, height, bits, 0, type, mapType, mapBytes].entries()) {
    head.writeUInt32BE(word, index * 4);
  }
  return Buffer.concat([head, content]);
}

const samplesOf = async (file: Buffer): Promise<number[]> => [
  ...(await sharp(await readSun(file))
    .raw()
    .toBuffer()),
];

describe('A Sun raster', () => {
  it('has blue first, or red in its type of that name, and fills up rows', async () => {
    assert.deepEqual(await samplesOf(sun([1, 1, 24, 1], Buffer.of(1, 2, 3, 0))), [3, 2, 1]);
    assert.deepEqual(await samplesOf(sun([1, 1, 32, 3], Buffer.of(9, 1, 2, 3))), [1, 2, 3]);
  });

  it('has escapes among its runs', async () => {
    const packed = Buffer.of(0x80, 0, 0x80, 2, 7, 5, 6, 0x80, 0, 4, 4);
    const gray = await sharp(await readSun(sun([8, 1, 8, 2], packed)))
      .toColorspace('b-w')
      .raw()
      .toBuffer();
    assert.deepEqual([...gray], [0x80, 7, 7, 7, 5, 6, 0x80, 4]);
  });

  it('is refused with the reason where nothing reads its kind', async () => {
    for (const words of [
      [1, 1, 4, 1],
      [1, 1, 8, 4],
      [1, 1, 8, 1, 2, 3],
    ] as const) {
      await refusesWith('conversion.unsupported_kind', readSun(sun(words, Buffer.alloc(9))));
    }
  });

  it('is refused wherever it is cut off', async () => {
    await refusesEveryBeginning(sun([2, 1, 24, 1], Buffer.alloc(6)), readSun);
    await refusesEveryBeginning(sun([3, 2, 8, 2], Buffer.of(0x80, 7, 7)), readSun);
    await refusesEveryBeginning(sun([2, 1, 8, 1, 1, 3], Buffer.alloc(5)), readSun);
  });

  it('takes no memory for sizes that it claims', async () => {
    await refusesWith(
      'conversion.limit_exceeded',
      readSun(sun([0xffffffff, 0xffffffff, 32, 2], Buffer.alloc(9))),
    );
    await refusesWith('conversion.invalid_input', readSun(sun([9000, 9000, 32, 2], Buffer.alloc(9))));
    await refusesWith('conversion.invalid_input', readSun(sun([1, 1, 8, 1, 1, 0xffffffff], Buffer.alloc(9))));
  });
});
