import assert from 'node:assert/strict';
import sharp from 'sharp';
import { readSgi } from '../../../../../src/engines/images/sgi/read.ts';
import { refusesEveryBeginning, refusesWith } from '../../../../support/cutOff.ts';

interface Facts {
  readonly packed?: number;
  readonly bytes?: number;
  readonly size: readonly [width: number, height: number, channels: number];
  readonly map?: number;
}

function sgi({ packed = 0, bytes = 1, size, map = 0 }: Facts, content: Buffer): Buffer {
  const head = Buffer.alloc(512);
  head.writeUInt16BE(474);
  head.writeUInt8(packed, 2);
  head.writeUInt8(bytes, 3);
  head.writeUInt16BE(3, 4);
  for (const [index, each] of size.entries()) head.writeUInt16BE(each, 6 + index * 2);
  head.writeUInt32BE(map, 104);
  return Buffer.concat([head, content]);
}

/** A row of a run of four and one of two copied samples and a run of two, in the order of a picture upside down. */
function packedGray(): Buffer {
  const tables = Buffer.alloc(16);
  for (const [index, each] of [528, 530, 2, 5].entries()) tables.writeUInt32BE(each, index * 4);
  return sgi({ packed: 1, size: [4, 2, 1] }, Buffer.concat([tables, Buffer.from([4, 9, 0x82, 1, 2, 2, 3])]));
}

const samplesOf = async (file: Buffer): Promise<number[]> => [
  ...(await sharp(await readSgi(file))
    .toColorspace('b-w')
    .raw()
    .toBuffer()),
];

describe('An SGI image', () => {
  it('has its lowest row first, packed or not', async () => {
    assert.deepEqual(await samplesOf(packedGray()), [1, 2, 3, 3, 9, 9, 9, 9]);
    assert.deepEqual(await samplesOf(sgi({ size: [2, 2, 1] }, Buffer.of(1, 2, 3, 4))), [3, 4, 1, 2]);
  });

  it('keeps sixteen bits', async () => {
    const image = sharp(await readSgi(sgi({ bytes: 2, size: [1, 1, 1] }, Buffer.of(0x12, 0x34))));
    assert.equal((await image.metadata()).depth, 'ushort');
  });

  it('is refused with the reason where its samples are numbers of colors, or too many', async () => {
    await refusesWith(
      'conversion.unsupported_kind',
      readSgi(sgi({ size: [1, 1, 1], map: 3 }, Buffer.alloc(1))),
    );
    await refusesWith('conversion.unsupported_kind', readSgi(sgi({ size: [1, 1, 5] }, Buffer.alloc(5))));
  });

  it('is refused wherever it is cut off, and where its rows lie elsewhere', async () => {
    await refusesEveryBeginning(packedGray(), readSgi);
    const lying = packedGray();
    lying.writeUInt32BE(0xfffffff0, 512);
    await refusesWith('conversion.invalid_input', readSgi(lying));
  });

  it('takes no memory for a size that it claims', async () => {
    await refusesWith(
      'conversion.limit_exceeded',
      readSgi(sgi({ size: [65535, 65535, 4] }, Buffer.alloc(4))),
    );
    await refusesWith(
      'conversion.invalid_input',
      readSgi(sgi({ packed: 1, size: [9000, 9000, 4] }, Buffer.alloc(99))),
    );
  });
});
