import assert from 'node:assert/strict';
import sharp from 'sharp';
import { readPict } from '../../../../../src/engines/images/pict/read.ts';
import { samplesOfPng } from '../../../../support/samplesOfPng.ts';

const damaged = { code: 'conversion.invalid_input', message: 'The image is damaged and can’t be read.' };
const tooLarge = { code: 'conversion.limit_exceeded' };
const unsupported = (kind: RegExp): object => ({ code: 'conversion.unsupported_kind', message: kind });

const words = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.of((value >> 8) & 0xff, value & 0xff)));
type Color = readonly [red: number, green: number, blue: number];

/** From the top left corner. */
const rect = (right: number, bottom: number): Buffer => words(0, 0, bottom, right);
const end = words(0xff);

/** A picture of version 2 with this frame. */
function pict(frame: Buffer, ...instructions: readonly Buffer[]): Buffer {
  const parts = [Buffer.alloc(512 + 2), frame, words(0x11, 0x2ff, 0xc00), Buffer.alloc(24)];
  const even = instructions.map((each) => Buffer.concat([each, Buffer.alloc(each.length % 2)]));
  return Buffer.concat([...parts, ...even]);
}

interface Direct {
  readonly bits?: number;
  readonly samples?: number;
  readonly packType?: number;
  readonly source?: Buffer;
  readonly place?: Buffer;
  readonly mode?: number;
  readonly rows: Buffer;
}

/** Pixels of three colors, so many a row, as the data of an instruction for direct bits. */
function direct(width: number, height: number, made: Direct): Buffer {
  const { bits = 32, samples = 3, packType = 0, mode = 0, rows } = made;
  const { source = rect(width, height), place = source } = made;
  const map = [words(0x8000 | (width * (bits / 8))), rect(width, height), words(0, packType)];
  const kind = [Buffer.alloc(12), words(16, bits, samples, bits / samples), Buffer.alloc(12)];
  return Buffer.concat([words(0x9a, 0, 0xff), ...map, ...kind, source, place, words(mode), rows]);
}

/** Behind the length of a row, and that of what is not packed of it. */
const row = (...bytes: readonly number[]): Buffer => Buffer.of(bytes.length + 1, bytes.length - 1, ...bytes);
const twoPixels = direct(2, 1, { rows: row(1, 2, 3, 4, 5, 6) });
const twoOf = ([red, green, blue]: Color, others: Partial<Direct> = {}): Buffer =>
  direct(2, 1, { rows: row(red, red, green, green, blue, blue), ...others });
const coveredBy = (first: number): Buffer =>
  pict(rect(2, 1), direct(2, 1, { samples: 4, rows: row(0, first, 1, 2, 3, 4, 5, 6) }), end);
const profileComment = (kind: number, part: Buffer): Buffer =>
  Buffer.concat([words(0xa1, 224, part.length + 4, 0, kind), part]);
const line = Buffer.concat([words(0x20), rect(2, 1)]);

const samples = async (file: Buffer): Promise<readonly number[]> =>
  (await samplesOfPng(await readPict(file))).samples;

describe('A PICT', () => {
  it('has the samples of a row in planes, packed', async () => {
    assert.deepEqual(await samples(pict(rect(2, 1), twoPixels, end)), [1, 3, 5, 2, 4, 6]);
  });

  it('has the length of a row in a byte or a word, whatever its width asks for', async () => {
    const inWord = direct(2, 1, { rows: Buffer.of(0, 7, 5, 1, 2, 3, 4, 5, 6) });
    assert.deepEqual(await samples(pict(rect(2, 1), inWord, end)), [1, 3, 5, 2, 4, 6]);
    const wide = Array.from({ length: 90 * 3 }, (_, at) => at % 251);
    const parts = [0, 128, 256].map((at) => wide.slice(at, at + 128));
    const packed = parts.flatMap((part) => [part.length - 1, ...part]);
    const long = direct(90, 1, { rows: Buffer.concat([words(packed.length), Buffer.from(packed)]) });
    const first = (await samples(pict(rect(90, 1), long, end))).slice(0, 3);
    assert.deepEqual(first, [wide[0], wide[90], wide[180]]);
  });

  it('of version 1 has a bit that is set for ink', async () => {
    const header = Buffer.concat([Buffer.alloc(514), rect(3, 1), Buffer.of(0x11, 1)]);
    const map = Buffer.concat([
      words(2),
      rect(3, 1),
      rect(3, 1),
      rect(3, 1),
      words(0),
      Buffer.of(0b01000000, 0),
    ]);
    const file = Buffer.concat([header, Buffer.of(0x90), map, Buffer.of(0xff)]);
    assert.deepEqual(await samples(file), [255, 255, 255, 0, 0, 0, 255, 255, 255]);
  });

  it('covers with what stands first in four samples, unless that is nothing everywhere', async () => {
    assert.deepEqual(await samples(coveredBy(9)), [1, 3, 5, 0, 2, 4, 6, 9]);
    assert.deepEqual(await samples(coveredBy(0)), [1, 3, 5, 255, 2, 4, 6, 255]);
  });

  it('is white where it has no pixels, and what is drawn last where it has several', async () => {
    const places = { place: words(1, 1, 2, 3) };
    const file = pict(rect(3, 2), twoOf([9, 9, 9], places), twoOf([1, 2, 3], places), end);
    const white = [255, 255, 255];
    assert.deepEqual(await samples(file), [white, white, white, white, [1, 2, 3], [1, 2, 3]].flat());
  });

  it('has all its pixels where they are smaller than points', async () => {
    const file = pict(rect(1, 1), direct(2, 1, { rows: row(1, 2, 3, 4, 5, 6), place: rect(1, 1) }), end);
    assert.deepEqual(await samples(file), [1, 3, 5, 2, 4, 6]);
    const several = pict(rect(2, 1), twoPixels, twoOf([1, 2, 3], { place: rect(1, 1) }), end);
    const other = pict(rect(2, 1), twoOf([1, 2, 3], { place: rect(1, 1) }), twoPixels, end);
    await assert.rejects(readPict(several), unsupported(/several scaled images/));
    assert.deepEqual(await samples(other), [1, 3, 5, 2, 4, 6]);
  });

  it('is refused by its name where drawings are to be seen, not where they are covered', async () => {
    assert.deepEqual(await samples(pict(rect(2, 1), line, twoPixels, end)), [1, 3, 5, 2, 4, 6]);
    const text = Buffer.concat([words(0x28), Buffer.of(0, 0, 0, 0, 2, 0x61, 0x62)]);
    for (const drawing of [line, text]) {
      await assert.rejects(
        readPict(pict(rect(2, 1), twoPixels, drawing, end)),
        unsupported(/drawings or text/),
      );
    }
    const small = pict(rect(9, 9), line, twoPixels, end);
    await assert.rejects(readPict(small), unsupported(/drawings or text/));
  });

  it('is refused by its name where it mixes, cuts out or packs in ways that nothing here follows', async () => {
    const clip = Buffer.concat([words(1, 12), rect(2, 1), words(0x7fff)]);
    const kinds: readonly (readonly [Buffer, RegExp])[] = [
      [twoOf([1, 2, 3], { mode: 2 }), /blended/],
      [clip, /clipping shape/],
      [direct(2, 1, { bits: 24, rows: Buffer.alloc(20) }), /24 bits/],
      [direct(2, 1, { packType: 5, rows: Buffer.alloc(20) }), /method 5/],
      [Buffer.concat([words(0x8201), Buffer.alloc(4)]), /uncompressed/],
    ];
    for (const [instruction, kind] of kinds) {
      await assert.rejects(readPict(pict(rect(2, 1), instruction, twoPixels, end)), unsupported(kind));
    }
    await assert.rejects(readPict(pict(rect(2, 1), end)), unsupported(/Empty PICT images/));
  });

  it('holds a JPEG of QuickTime', async () => {
    const jpeg = await sharp({ create: { width: 16, height: 8, channels: 3, background: '#888888' } })
      .jpeg()
      .toBuffer();
    const file = pict(rect(16, 8), quickTime('jpeg', 16, 8, jpeg), end);
    const { size } = await samplesOfPng(await readPict(file));
    assert.deepEqual(size, [16, 8, 3]);
    const other = pict(rect(16, 8), quickTime('rle ', 16, 8, jpeg), end);
    await assert.rejects(readPict(other), unsupported(/QuickTime codec “rle ”/));
  });

  it('has a profile in its comments, in several parts', async () => {
    const profile = await profileOfColors();
    const half = profile.length >> 1;
    const parts = [
      profileComment(0, profile.subarray(0, half)),
      profileComment(1, profile.subarray(half)),
      profileComment(2, end),
    ];
    const { icc } = await sharp(await readPict(pict(rect(2, 1), ...parts, twoPixels, end))).metadata();
    assert.deepEqual(icc, profile);
  });

  it('is passed over as far as it shows nothing', async () => {
    const pattern = Buffer.concat([words(0x13, 2), Buffer.alloc(8 + 6)]);
    const instructions = [
      Buffer.concat([words(0xa0), words(7)]),
      Buffer.concat([words(0x7001), Buffer.alloc(0x70 * 2)]),
      Buffer.concat([words(0x8101, 0, 3), Buffer.alloc(3)]),
      Buffer.concat([words(0x24, 5), Buffer.alloc(5)]),
      Buffer.concat([words(0xd0, 0, 1), Buffer.alloc(1)]),
      words(0x8000),
      pattern,
    ];
    assert.deepEqual(await samples(pict(rect(2, 1), ...instructions, twoPixels, end)), [1, 3, 5, 2, 4, 6]);
  });

  it('is refused wherever it is cut off', async () => {
    const whole = pict(rect(2, 2), twoPixels, twoOf([1, 2, 3], { place: words(1, 0, 2, 2) }), end);
    for (let length = 0; length < whole.length; length += 1) {
      await assert.rejects(readPict(whole.subarray(0, length)), damaged, String(length));
    }
  });

  it('is refused at once where it is gigantic, without memory for what is not there', async () => {
    const before = process.memoryUsage().arrayBuffers;
    await assert.rejects(readPict(pict(rect(30_000, 30_000), twoPixels, end)), tooLarge);
    await assert.rejects(readPict(pict(rect(9000, 9000), twoPixels, end)), tooLarge);
    const outside = twoOf([1, 2, 3], { source: words(0, -1, 1, 1), place: rect(2, 1) });
    await assert.rejects(readPict(pict(rect(2, 1), outside, end)), damaged);
    const second = direct(8000, 12_500, { rows: Buffer.of(0, 1, 2) });
    await assert.rejects(readPict(pict(rect(3, 1), twoPixels, second, end)), tooLarge);
    const large = direct(8000, 9000, { rows: Buffer.of(0, 1, 2) });
    await assert.rejects(readPict(pict(rect(8000, 9000), large, end)), damaged);
    assert.ok(process.memoryUsage().arrayBuffers - before < 50_000_000);
  });
});

/** What QuickTime has compressed, in its own size, by a codec. */
function quickTime(codec: string, width: number, height: number, content: Buffer): Buffer {
  const matrix = Buffer.alloc(36);
  for (const at of [0, 16]) matrix.writeInt32BE(1 << 16, at);
  const before = [Buffer.alloc(2), matrix, Buffer.alloc(12 + 2 + 8 + 4 + 4)];
  const description = Buffer.alloc(86);
  description.writeUInt32BE(86, 0);
  description.write(codec, 4, 'latin1');
  description.writeUInt16BE(width, 32);
  description.writeUInt16BE(height, 34);
  description.writeUInt32BE(content.length, 44);
  const all = Buffer.concat([...before, description, content]);
  return Buffer.concat([words(0x8200, all.length >> 16, all.length & 0xffff), all]);
}

async function profileOfColors(): Promise<Buffer> {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  return (await sharp(png).metadata()).icc ?? Buffer.alloc(0);
}
