import assert from 'node:assert/strict';
import { readDcx, readPcx } from '../../../../../src/engines/images/pcx/read.ts';
import { refusesEveryBeginning } from '../../../../support/cutOff.ts';
import { samplesOfPng } from '../../../../support/samplesOfPng.ts';

const damaged = { code: 'conversion.invalid_input', message: 'The image is damaged and can’t be read.' };
const unsupported = { code: 'conversion.unsupported_kind' };
const tooLarge = { code: 'conversion.limit_exceeded' };

interface Made {
  readonly right?: number;
  readonly bottom?: number;
  readonly bits?: number;
  readonly planes?: number;
  readonly planeBytes?: number;
  readonly colors?: readonly number[];
  readonly rows: readonly number[];
  readonly end?: Buffer;
}

/** A PCX of three pixels a row, unless it says otherwise. */
function pcx({
  right = 2,
  bottom = 0,
  bits = 8,
  planes = 3,
  planeBytes = 4,
  colors = [],
  rows,
  end,
}: Made): Buffer {
  const header = Buffer.alloc(128);
  header.set([10, 5, 1, bits]);
  header.writeUInt16LE(right, 8);
  header.writeUInt16LE(bottom, 10);
  header.set(colors, 16);
  header.writeUInt8(planes, 65);
  header.writeUInt16LE(planeBytes, 66);
  header.writeUInt16LE(1, 68);
  return Buffer.concat([header, Buffer.from(rows), end ?? Buffer.alloc(0)]);
}

const palette = Buffer.from([12, ...Array.from({ length: 768 }, (_, at) => (at * 7) % 256)]);
const direct = pcx({ rows: [1, 2, 3, 0, 0xc3, 9, 0, 0xc1, 0xff, 5, 6, 0] });
const indexed = pcx({ planes: 1, rows: [0, 1, 2, 0], end: palette });
const oneBit = (colors: readonly number[]): Buffer =>
  pcx({ bits: 1, planes: 1, planeBytes: 2, colors, rows: [0b10100000, 0] });
const samples = async (file: Buffer): Promise<readonly number[]> =>
  (await samplesOfPng(await readPcx(file))).samples;

describe('A PCX', () => {
  it('has its channels in planes, row by row', async () => {
    assert.deepEqual(await samples(direct), [1, 9, 255, 2, 9, 5, 3, 9, 6]);
  });

  it('has its palette at its end', async () => {
    assert.deepEqual(await samples(indexed), [...palette.subarray(1, 10)]);
  });

  it('of one bit is black and white unless it names two colors', async () => {
    assert.deepEqual(await samples(oneBit([])), [255, 255, 255, 0, 0, 0, 255, 255, 255]);
    assert.deepEqual(await samples(oneBit([0, 0, 0, 0, 0, 0xaa])), [255, 255, 255, 0, 0, 0, 255, 255, 255]);
    assert.deepEqual(await samples(oneBit([255, 255, 255, 0, 0, 0])), [0, 0, 0, 255, 255, 255, 0, 0, 0]);
    assert.deepEqual(await samples(oneBit([9, 8, 7, 1, 2, 3])), [1, 2, 3, 9, 8, 7, 1, 2, 3]);
  });

  it('puts together numbers whose bits are in several planes', async () => {
    const colors = Array.from({ length: 48 }, (_, at) => at + 1);
    const rows = [0b10000000, 0, 0b01000000, 0, 0b00100000, 0, 0, 0];
    const made = pcx({ bits: 1, planes: 4, planeBytes: 2, colors, rows });
    assert.deepEqual(await samples(made), [4, 5, 6, 7, 8, 9, 13, 14, 15]);
  });

  it('is refused wherever it is cut off', async () => {
    for (const whole of [direct, indexed]) await refusesEveryBeginning(whole, readPcx);
  });

  it('is refused where a field lies', async () => {
    const rows = Array.from({ length: 64 }, () => 0);
    for (const made of [
      pcx({ bits: 3, rows }),
      pcx({ planes: 0, rows }),
      pcx({ planeBytes: 2, rows }),
      Buffer.concat([Buffer.of(11), direct.subarray(1)]),
    ]) {
      await assert.rejects(readPcx(made), damaged);
    }
    const turned = Buffer.from(direct);
    turned.writeUInt16LE(9, 4);
    await assert.rejects(readPcx(turned), damaged);
  });

  it('is refused at once where it is gigantic, without memory for what is not there', async () => {
    await assert.rejects(
      readPcx(pcx({ right: 60_000, bottom: 60_000, planeBytes: 60_001, rows: [] })),
      tooLarge,
    );
    await assert.rejects(readPcx(pcx({ bottom: 65_534, planeBytes: 65_535, rows: [] })), tooLarge);
    const before = process.memoryUsage().arrayBuffers;
    await assert.rejects(
      readPcx(pcx({ right: 8999, bottom: 8999, planeBytes: 9000, rows: [0xff, 1] })),
      damaged,
    );
    assert.ok(process.memoryUsage().arrayBuffers - before < 50_000_000);
  });

  it('of a kind that is not read is refused by its name', async () => {
    await assert.rejects(readPcx(pcx({ bits: 2, planes: 4, rows: [] })), unsupported);
  });
});

describe('A DCX', () => {
  const pages = Buffer.alloc(4 + 4096);
  pages.writeUInt32LE(0x3ade68b1, 0);
  pages.writeUInt32LE(pages.length, 4);
  pages.writeUInt32LE(pages.length + indexed.length, 8);
  const file = Buffer.concat([pages, indexed, direct]);

  it('is its first page, whose palette stands at the end of the page', async () => {
    assert.deepEqual(await samplesOfPng(await readDcx(file)), await samplesOfPng(await readPcx(indexed)));
  });

  it('is refused where the page is not there', async () => {
    for (const at of [file.length, 0xffffffff, 0]) {
      const lying = Buffer.from(file);
      lying.writeUInt32LE(at, 4);
      await assert.rejects(readDcx(lying), damaged, String(at));
    }
  });
});
