import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { readBmp } from '../../../../../src/engines/images/bmp/read.ts';
import { refusesEveryBeginning } from '../../../../support/cutOff.ts';
import { samplesOfPng } from '../../../../support/samplesOfPng.ts';

const damaged = { code: 'conversion.invalid_input', message: 'The image is damaged and can’t be read.' };
const unsupported = { code: 'conversion.unsupported_kind' };
const tooLarge = { code: 'conversion.limit_exceeded' };

interface Made {
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  readonly compression?: number;
  readonly colorsUsed?: number;
  readonly pixelsAt?: number;
  /** Masks and palette. */
  readonly tables?: readonly number[];
  readonly pixels: readonly number[];
}

/** A bitmap with the header of Windows 3. */
function bitmap({
  width = 2,
  height = 2,
  bits = 24,
  compression = 0,
  colorsUsed = 0,
  ...made
}: Made): Buffer {
  const tables = Buffer.from(made.tables ?? []);
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(made.pixelsAt ?? 54 + tables.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(colorsUsed, 46);
  return Buffer.concat([header, tables, Buffer.from(made.pixels)]);
}

const blackAndRed = [0, 0, 0, 0, 0, 0, 255, 0];
/** Two rows, each with its red, green or blue and two bytes that fill it up. */
const colors = bitmap({ pixels: [255, 0, 0, 0, 255, 0, 9, 9, 0, 0, 255, 1, 2, 3, 9, 9] });
const packed = bitmap({
  bits: 8,
  compression: 1,
  colorsUsed: 2,
  tables: blackAndRed,
  pixels: [2, 1, 0, 0, 1, 1, 1, 0, 0, 1],
});

describe('A bitmap', () => {
  it('has its last row first, and blue before red', async () => {
    assert.deepEqual(await samplesOfPng(await readBmp(colors)), {
      size: [2, 2, 3],
      samples: [255, 0, 0, 3, 2, 1, 0, 0, 255, 0, 255, 0],
    });
  });

  it('of 32 bits covers all, whatever its fourth bytes are', async () => {
    const pixels = [1, 2, 3, 0, 4, 5, 6, 128];
    const { size, samples } = await samplesOfPng(await readBmp(bitmap({ height: 1, bits: 32, pixels })));
    assert.deepEqual(
      [size, samples],
      [
        [2, 1, 3],
        [3, 2, 1, 6, 5, 4],
      ],
    );
  });

  it('whose mask of alpha finds nothing is shown all the same', async () => {
    const tables = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255];
    const made = { height: 1, bits: 32, compression: 6, tables };
    const blank = await samplesOfPng(await readBmp(bitmap({ ...made, pixels: [1, 2, 3, 0, 4, 5, 6, 0] })));
    assert.deepEqual(blank.samples, [3, 2, 1, 255, 6, 5, 4, 255]);
    const covered = await samplesOfPng(await readBmp(bitmap({ ...made, pixels: [1, 2, 3, 9, 4, 5, 6, 0] })));
    assert.deepEqual(covered.samples, [3, 2, 1, 9, 6, 5, 4, 0]);
  });

  it('spreads five and six bits over all levels', async () => {
    const tables = [0, 0xf8, 0, 0, 0xe0, 7, 0, 0, 0x1f, 0, 0, 0];
    const pixels = [0xff, 0xff, 0x20, 0x08];
    const made = bitmap({ height: 1, bits: 16, compression: 3, tables, pixels });
    assert.deepEqual((await samplesOfPng(await readBmp(made))).samples, [255, 255, 255, 8, 4, 0]);
  });

  it('in runs is read row by row, and what they skip is the first color', async () => {
    const rows = [255, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0];
    assert.deepEqual((await samplesOfPng(await readBmp(packed))).samples, rows);
    const skipping = bitmap({
      bits: 8,
      compression: 1,
      colorsUsed: 2,
      tables: blackAndRed,
      pixels: [0, 2, 1, 1, 1, 1, 0, 1],
    });
    assert.deepEqual(
      (await samplesOfPng(await readBmp(skipping))).samples,
      [0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0],
    );
  });

  it('may say that its pixels stand where its palette does, or nothing', async () => {
    for (const pixelsAt of [0, 54]) {
      const made = { height: 1, bits: 8, colorsUsed: 2, tables: blackAndRed, pixels: [1, 0, 0, 0], pixelsAt };
      assert.deepEqual((await samplesOfPng(await readBmp(bitmap(made)))).samples, [255, 0, 0, 0, 0, 0]);
    }
  });

  it('is read without the header of a file', async () => {
    assert.deepEqual(await readBmp(colors.subarray(14)), await readBmp(colors));
  });

  it('is refused wherever it is cut off', async () => {
    // The last row may lack what fills it up, and runs their end.
    for (const whole of [colors, packed].map((file) => file.subarray(0, -2))) {
      await refusesEveryBeginning(whole, readBmp);
      await readBmp(whole);
    }
  });

  it('is refused where a field lies', async () => {
    for (const made of [
      bitmap({ width: 0, pixels: [] }),
      bitmap({ width: -2, pixels: [] }),
      bitmap({ bits: 5, pixels: [] }),
      bitmap({ compression: 99, pixels: [] }),
      bitmap({ compression: 1, pixels: [] }),
      bitmap({ pixelsAt: 20, pixels: [] }),
      bitmap({ pixelsAt: 0xffffffff, pixels: [] }),
      bitmap({ bits: 8, colorsUsed: 0xffffffff, pixelsAt: 0, pixels: [] }),
      bitmap({
        bits: 16,
        compression: 3,
        tables: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        pixels: [0, 0, 0, 0, 0, 0, 0, 0],
      }),
    ]) {
      await assert.rejects(readBmp(made), damaged);
    }
  });

  it('is refused at once where it is gigantic, without memory for what is not there', async () => {
    await assert.rejects(readBmp(bitmap({ width: 60_000, height: 60_000, pixels: [] })), tooLarge);
    await assert.rejects(readBmp(bitmap({ width: 2 ** 31 - 1, height: -(2 ** 31), pixels: [] })), tooLarge);
    const before = process.memoryUsage().arrayBuffers;
    await assert.rejects(readBmp(bitmap({ width: 9000, height: 9000, pixels: [] })), damaged);
    assert.ok(process.memoryUsage().arrayBuffers - before < 50_000_000);
  });

  it('of a kind that is not read is refused by its name', async () => {
    const deep = [0, 0, 0xf0, 0x3f, 0, 0xfc, 0x0f, 0, 0xff, 3, 0, 0];
    for (const [made, kind] of [
      [
        bitmap({ bits: 32, compression: 3, tables: deep, pixels: Array.from({ length: 16 }, () => 0) }),
        /more than 8 bits/,
      ],
      [bitmap({ compression: 11, pixels: [] }), /CMYK/],
      [bitmap({ bits: 1, compression: 3, pixels: [] }), /fax/],
      [Buffer.from('BA............'), /bitmap arrays/],
    ] as const) {
      await assert.rejects(readBmp(made), unsupported);
      await assert.rejects(readBmp(made), kind);
    }
  });

  it('that holds a file of another format is that file', async () => {
    const png = Buffer.from(`PNG ${crc32('a')}`);
    assert.deepEqual(await readBmp(bitmap({ bits: 0, compression: 5, pixels: [...png] })), png);
  });
});
