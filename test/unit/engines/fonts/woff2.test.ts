import assert from 'node:assert/strict';
import { convert } from 'fontverter';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { firstFlags, tablesOf, withOverlaps } from '../../../../src/engines/fonts/sfnt.ts';
import { fontOfWoff2, woff2OfFont } from '../../../../src/engines/fonts/woff2.ts';
import { font } from '../../../support/service/fixtures.ts';

const maxBytes = 1 << 26;
const plain = readFileSync(font('dejavu.ttf'));
const wanted = new Set([5, 6, 40, 41, 42]);
const overlapping = withOverlaps(plain, (glyph) => wanted.has(glyph));

function overlapsIn(sfnt: Buffer): number[] {
  const tables = tablesOf(sfnt);
  const glyf = tables.find(({ tag }) => tag === 'glyf')?.content ?? Buffer.alloc(0);
  return [...firstFlags(tables)].filter(([, at]) => ((glyf[at] ?? 0) & 0x40) !== 0).map(([glyph]) => glyph);
}

/** The library's web font with one bit per glyph after its outlines, as newer encoders write it. */
async function withBits(sfnt: Buffer, bits: (glyphs: number) => Buffer): Promise<Buffer> {
  const webFont = await convert(sfnt, 'woff2', 'sfnt');
  let [at, before, start, bytes] = [48, 0, 0, 0];
  const number = (): number => {
    let value = 0;
    for (let byte = 0x80; byte >= 0x80; at += 1) {
      byte = webFont.readUInt8(at);
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  };
  let glyfEntry = 0;
  for (let left = webFont.readUInt16BE(12); left > 0; left -= 1) {
    const flags = webFont.readUInt8(at);
    at += (flags & 0x3f) === 0x3f ? 5 : 1;
    const original = number();
    const lengthAt = at;
    const length = (flags & 0x3f) === 10 || (flags & 0x3f) === 11 ? number() : original;
    if ((flags & 0x3f) === 10) [glyfEntry, start, bytes] = [lengthAt, before, length];
    before += length;
  }
  const content = brotliDecompressSync(webFont.subarray(at, at + webFont.readUInt32BE(20)));
  const outlines = Buffer.from(content.subarray(start, start + bytes));
  outlines.writeUInt16BE(1, 2);
  const added = bits(outlines.readUInt16BE(4));
  const packed = brotliCompressSync(
    Buffer.concat([content.subarray(0, start), outlines, added, content.subarray(start + bytes)]),
  );
  const size = bytes + added.length;
  const length = Buffer.from([0x80 | (size >> 14), 0x80 | ((size >> 7) & 0x7f), size & 0x7f]);
  const rest = webFont.subarray(glyfEntry, at);
  const oldLengthBytes = [...rest].findIndex((byte) => byte < 0x80) + 1;
  const body = [webFont.subarray(0, glyfEntry), length, rest.subarray(oldLengthBytes), packed];
  const whole = Buffer.concat([...body, Buffer.alloc(-Buffer.concat(body).length & 3)]);
  whole.writeUInt32BE(whole.length, 8);
  whole.writeUInt32BE(packed.length, 20);
  return whole;
}

describe('A WOFF2', () => {
  it('keeps the overlap flags of glyphs', async () => {
    const back = await fontOfWoff2(await woff2OfFont(overlapping), maxBytes);
    assert.deepEqual(overlapsIn(back), [...wanted]);
  });

  it('is read with the overlap bitmap of newer encoders', async () => {
    const webFont = await withBits(plain, (glyphs) => {
      const bits = Buffer.alloc(Math.ceil(glyphs / 8));
      for (const glyph of wanted) bits[glyph >> 3] = (bits[glyph >> 3] ?? 0) | (0x80 >> (glyph & 7));
      return bits;
    });
    assert.deepEqual(overlapsIn(await fontOfWoff2(webFont, maxBytes)), [...wanted]);
  });

  it('is read without overlaps if the bitmap is missing', async () => {
    const webFont = await withBits(plain, () => Buffer.alloc(0));
    assert.deepEqual(overlapsIn(await fontOfWoff2(webFont, maxBytes)), []);
  });

  it('is read if only its metrics are transformed', async () => {
    const read = await fontOfWoff2(readFileSync(font('metrics.woff2')), maxBytes);
    const hmtx = tablesOf(read).find(({ tag }) => tag === 'hmtx')?.content ?? Buffer.alloc(0);
    const metrics = Array.from({ length: hmtx.length / 4 }, (_, at) => [
      hmtx.readUInt16BE(at * 4),
      hmtx.readInt16BE(at * 4 + 2),
    ]);
    assert.deepEqual(metrics, [
      [1229, 102],
      [651, 0],
      [1401, 16],
      [569, 193],
      [569, -37],
      [1401, 16],
      [0, -809],
    ]);
  });

  it('equals the library’s output if the font has no overlaps', async () => {
    assert.deepEqual(await woff2OfFont(plain), await convert(plain, 'woff2', 'sfnt'));
  });
});
