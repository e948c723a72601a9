import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { fault } from '../../../../../src/contract/fault.ts';
import { isConversionError } from '../../../../../src/engines/api/conversionError.ts';
import { openImage } from '../../../../../src/engines/images/open.ts';
import { readableTiff } from '../../../../../src/engines/images/tiff/readableTiff.ts';
import { type TiffTags, tiffOf } from '../../../../support/formats/tiffBuilder.ts';

const gray: TiffTags = { 256: 2, 257: 2, 258: 8, 259: 1, 262: 1, 277: 1, 278: 2 };
const twelveBits = tiffOf({ ...gray, 258: 12 }, Buffer.from('000fffabc123', 'hex'));

async function levelsOf(file: Buffer): Promise<number[]> {
  const { image } = await openImage(file);
  const { data } = await image
    .toColorspace('grey16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  return [...new Uint16Array(data.buffer, data.byteOffset, data.length / 2)];
}

function floats(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}

const tileOf = (level: number): Buffer => Buffer.alloc(256, level);

describe('readableTiff', () => {
  it('leaves a file alone if libvips reads it correctly, or if it isn’t a TIFF', async () => {
    assert.equal(await readableTiff(tiffOf(gray, Buffer.alloc(4)), 0), undefined);
    assert.equal(await readableTiff(Buffer.from('II, which is no TIFF'), 0), undefined);
    assert.equal(await readableTiff(Buffer.alloc(0), 0), undefined);
  });

  it('refuses too many pixels before decompressing any', async () => {
    const side = 20_000;
    const large: TiffTags = { ...gray, 256: side, 257: side, 278: side };
    for (const tags of [
      { ...large, 259: 50_000 },
      { ...large, 259: 50_000, 262: 3 },
    ]) {
      // Decompressing this would report damage.
      const file = tiffOf(tags, Buffer.from('ffd8ffff', 'hex'));
      await refusesWith('conversion.limit_exceeded', readableTiff(file, 0));
    }
  });

  it('keeps the levels of twelve bits', async () => {
    assert.deepEqual(await levelsOf(twelveBits), [0, 65535, 43978, 4657]);
  });

  it('reads floating-point samples as levels from 0 to 1', async () => {
    const file = tiffOf({ ...gray, 258: 32, 339: 3 }, floats(0, 0.25, 0.5, 1));
    assert.deepEqual(await levelsOf(file), [0, 16384, 32768, 65535]);
  });

  it('refuses floating-point samples that aren’t levels', async () => {
    for (const beyond of [-3, 850.5, NaN]) {
      const file = tiffOf({ ...gray, 258: 32, 339: 3 }, floats(0, 0.25, beyond, 1));
      await refusesWith('conversion.unsupported_kind', readableTiff(file, 0));
    }
  });

  it('refuses an old-style JPEG, also without the tags that its data repeats', async () => {
    for (const tags of [
      { ...gray, 259: 6 },
      { 256: 2, 257: 2, 259: 6, 513: 8, 514: 4 },
    ]) {
      const file = tiffOf(tags, Buffer.from('ffd8ffff', 'hex'));
      await assert.rejects(readableTiff(file, 0), { fault: fault('tiff.oldJpeg') });
    }
  });

  it('joins channels from separate tiles', async () => {
    const offsets = [8, 264, 520];
    const tags = {
      ...gray,
      258: [8, 8, 8],
      262: 2,
      277: 3,
      284: 2,
      322: 16,
      323: 16,
      324: offsets,
      325: [256, 256, 256],
    };
    const { image } = await openImage(tiffOf(tags, Buffer.concat([tileOf(10), tileOf(20), tileOf(30)])));
    assert.deepEqual([...(await image.raw().toBuffer())].slice(0, 6), [10, 20, 30, 10, 20, 30]);
  });

  it('treats an extra sample as transparency unless it is declared otherwise', async () => {
    const pixels = Buffer.from([1, 2, 3, 9, 1, 2, 3, 9, 1, 2, 3, 9, 1, 2, 3, 9]);
    const tags = { ...gray, 258: [8, 8, 8, 8], 262: 2, 277: 4 };
    assert.equal((await openImage(tiffOf({ ...tags, 338: 0 }, pixels))).metadata.hasAlpha, false);
    assert.equal((await openImage(tiffOf({ ...tags, 338: 2 }, pixels))).metadata.hasAlpha, true);
    assert.equal((await openImage(tiffOf(tags, pixels))).metadata.hasAlpha, true);
  });

  it('reports the orientation and the number of pages', async () => {
    const { metadata } = await openImage(tiffOf({ ...gray, 258: 12, 274: 6 }, Buffer.alloc(6)));
    assert.equal(metadata.orientation, 6);
    assert.equal(metadata.pages, 1);
  });

  it('refuses a kind that nothing reads, with the reason', async () => {
    const kinds: [TiffTags, RegExp][] = [
      [{ 259: 34925 }, /LZMA/],
      [{ 259: 34887 }, /LERC/],
      [{ 339: 2 }, /signed samples/],
      [{ 339: 6 }, /complex numbers/],
      [{ 258: 64 }, /64 bits per channel/],
      [{ 262: 32803 }, /raw camera data/],
      [{ 262: 32845 }, /LogLuv/],
      [{ 262: 5, 277: 4, 332: 2 }, /inks/],
      [{ 262: 2, 277: 3, 258: [5, 6, 5] }, /different bit depths/],
    ];
    for (const [tags, reason] of kinds) {
      await assert.rejects(
        readableTiff(tiffOf({ ...gray, ...tags }, Buffer.alloc(64)), 0),
        (error) =>
          isConversionError(error) &&
          error.code === 'conversion.unsupported_kind' &&
          reason.test(error.message),
      );
    }
  });
});

describe('readableTiff with a hostile file', () => {
  it('reads it completely or refuses it with a sentence, wherever it ends', async () => {
    for (let length = 8; length < twelveBits.length - 4; length += 1) {
      await assert.rejects(readableTiff(Buffer.from(twelveBits.subarray(0, length)), 0), isConversionError);
    }
  });

  it('ends although its directories form a cycle', async () => {
    const file = Buffer.from(twelveBits);
    file.writeUInt32LE(file.readUInt32LE(4), file.length - 4);
    assert.equal((await readableTiff(file, 0))?.pages, 1);
    await refusesWith('conversion.invalid_input', readableTiff(file, 1));
  });

  it('allocates no memory for sizes that it only claims', async () => {
    const huge = { 256: 0xffffffff, 257: 0xffffffff };
    await refusesWith(
      'conversion.limit_exceeded',
      readableTiff(tiffOf({ ...gray, ...huge, 258: 12 }, Buffer.alloc(4)), 0),
    );
    const tiles = { 322: 0xfffffff0, 323: 0xfffffff0, 324: 8, 325: 4 };
    await refusesWith(
      'conversion.limit_exceeded',
      readableTiff(tiffOf({ ...gray, ...tiles, 258: 12 }, Buffer.alloc(4)), 0),
    );
  });

  it('refuses strips that are outside the file, unpack to too little, or expand endlessly', async () => {
    const deep = { ...gray, 258: 12 };
    const bomb = deflateSync(Buffer.alloc(20_000_000));
    for (const tags of [
      { 273: 0xfffffff0 },
      { 279: 0xfffffff0 },
      { 259: 8 },
      { 259: 5 },
      { 259: 32773 },
      { 259: 50000 },
    ]) {
      await refusesWith(
        'conversion.invalid_input',
        readableTiff(tiffOf({ ...deep, ...tags }, Buffer.alloc(6, 0x80)), 0),
      );
    }
    await refusesWith('conversion.invalid_input', readableTiff(tiffOf({ ...deep, 259: 8 }, bomb), 0));
  });
});

/** Asserts that a file is refused with a conversion error with this code. */
async function refusesWith(code: string, pending: Promise<unknown>): Promise<void> {
  await assert.rejects(pending, (error) => isConversionError(error) && error.code === code);
}
