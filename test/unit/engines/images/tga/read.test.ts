import assert from 'node:assert/strict';
import { readTga } from '../../../../../src/engines/images/tga/read.ts';
import { refusesEveryBeginning } from '../../../../support/cutOff.ts';
import { samplesOfPng } from '../../../../support/samplesOfPng.ts';

const damaged = { code: 'conversion.invalid_input', message: 'The image is damaged and can’t be read.' };
const unsupported = { code: 'conversion.unsupported_kind' };
const tooLarge = { code: 'conversion.limit_exceeded' };

interface Made {
  readonly type?: number;
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  readonly descriptor?: number;
  readonly palette?: { readonly first: number; readonly bits: number; readonly colors: readonly number[] };
  readonly pixels: readonly number[];
}

const topDown = 0x20;
const rightToLeft = 0x10;

function targa({
  type = 2,
  width = 2,
  height = 1,
  bits = 24,
  descriptor = topDown,
  palette,
  pixels,
}: Made): Buffer {
  const header = Buffer.alloc(18);
  header.writeUInt8(type, 2);
  if (palette) {
    header.writeUInt8(1, 1);
    header.writeUInt16LE(palette.first, 3);
    header.writeUInt16LE(palette.colors.length / Math.ceil(palette.bits / 8), 5);
    header.writeUInt8(palette.bits, 7);
  }
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt8(bits, 16);
  header.writeUInt8(descriptor, 17);
  return Buffer.concat([header, Buffer.from(palette?.colors ?? []), Buffer.from(pixels)]);
}

const plain = targa({ height: 2, pixels: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] });
const packed = targa({ type: 10, height: 2, pixels: [0x82, 1, 2, 3, 0, 4, 5, 6] });
const samples = async (file: Buffer): Promise<readonly number[]> =>
  (await samplesOfPng(await readTga(file))).samples;

describe('A Targa', () => {
  it('begins at the corner that it names', async () => {
    const [a, b, c, d] = [
      [3, 2, 1],
      [6, 5, 4],
      [9, 8, 7],
      [12, 11, 10],
    ] as const;
    for (const [descriptor, order] of [
      [topDown, [a, b, c, d]],
      [0, [c, d, a, b]],
      [topDown | rightToLeft, [b, a, d, c]],
      [rightToLeft, [d, c, b, a]],
    ] as const) {
      const turned = Buffer.from(plain);
      turned.writeUInt8(descriptor, 17);
      assert.deepEqual(await samples(turned), order.flat());
    }
  });

  it('has runs that go on over the end of a row', async () => {
    assert.deepEqual(await samples(packed), [3, 2, 1, 3, 2, 1, 3, 2, 1, 6, 5, 4]);
  });

  it('is gray with alpha, which is taken as such unless nothing would be seen', async () => {
    assert.deepEqual(
      await samplesOfPng(await readTga(targa({ type: 3, bits: 16, pixels: [10, 255, 20, 7] }))),
      {
        size: [2, 1, 4],
        samples: [10, 10, 10, 255, 20, 20, 20, 7],
      },
    );
    assert.deepEqual(
      await samples(targa({ type: 3, bits: 16, pixels: [10, 0, 20, 0] })),
      [10, 10, 10, 255, 20, 20, 20, 255],
    );
  });

  it('keeps the alpha of 32 bits in packets', async () => {
    const pixels = [0x80, 1, 2, 3, 9, 0, 4, 5, 6, 77];
    assert.deepEqual(await samples(targa({ type: 10, bits: 32, pixels })), [3, 2, 1, 9, 6, 5, 4, 77]);
  });

  it('counts colors from the first that its palette has', async () => {
    const palette = { first: 5, bits: 24, colors: [1, 2, 3, 4, 5, 6] };
    assert.deepEqual(await samples(targa({ type: 1, bits: 8, palette, pixels: [6, 5] })), [6, 5, 4, 3, 2, 1]);
    assert.deepEqual(
      await samples(targa({ type: 1, bits: 16, palette, pixels: [6, 0, 0, 1] })),
      [6, 5, 4, 0, 0, 0],
    );
  });

  it('is refused wherever it is cut off', async () => {
    for (const whole of [plain, packed]) await refusesEveryBeginning(whole, readTga);
  });

  it('is refused where a field lies', async () => {
    for (const made of [
      targa({ type: 7, pixels: [] }),
      targa({ type: 1, bits: 8, pixels: [0, 0] }),
      targa({ bits: 23, pixels: [0, 0, 0, 0, 0, 0] }),
      targa({ width: 0, pixels: [] }),
      targa({ type: 1, bits: 8, palette: { first: 65_535, bits: 9, colors: [] }, pixels: [0, 0] }),
    ]) {
      await assert.rejects(readTga(made), damaged);
    }
  });

  it('is refused at once where it is gigantic, without memory for what is not there', async () => {
    await assert.rejects(
      readTga(targa({ type: 10, width: 65_535, height: 65_535, pixels: [0xff] })),
      tooLarge,
    );
    const before = process.memoryUsage().arrayBuffers;
    for (const type of [2, 10]) {
      await assert.rejects(
        readTga(targa({ type, width: 9000, height: 9000, pixels: [0xff, 1, 2, 3] })),
        damaged,
      );
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 50_000_000);
  });

  it('of a kind that is not read is refused by its name', async () => {
    for (const [made, kind] of [
      [targa({ type: 0, pixels: [] }), /without an image/],
      [targa({ type: 32, pixels: [] }), /Huffman/],
      [targa({ descriptor: 0x40, pixels: [0, 0, 0, 0, 0, 0] }), /Interlaced/],
      [targa({ bits: 16, descriptor: topDown | 1, pixels: [0, 0, 0, 0x80] }), /one bit of alpha/],
    ] as const) {
      await assert.rejects(readTga(made), unsupported);
      await assert.rejects(readTga(made), kind);
    }
  });
});
