import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { withProfileColorType } from '../../../../src/engines/images/grayPalette.ts';
import { chunksOf, pngChunk, pngSignature } from '../../../../src/engines/lib/pngChunks.ts';

const pixels = Buffer.from(Array.from({ length: 128 }, (_, at) => (at * 53) % 256));

/** A gray PNG with this depth, with these chunks before its pixels. */
function grayPng(bits: 1 | 2 | 4 | 8 | 16, ...more: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, bits, 0, 0, 0, 0]);
  // Each row is a byte for "no filter", followed by pseudorandom bytes.
  const rows = Buffer.from(
    Array.from({ length: 8 }, (_, y) => [0, ...pixels.subarray(y * 8, y * 8 + bits)]).flat(),
  );
  const data = [...more, pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), ...data]);
}

const profile = pngChunk('iCCP', Buffer.from('of some kind'));
const names = (png: Buffer): string[] => [...chunksOf(png)].map(({ name }) => name);
const raw = async (png: Buffer) => sharp(png).toColorspace('srgb').ensureAlpha().raw().toBuffer();
const dataOf = (png: Buffer, wanted: string) => [...chunksOf(png)].find(({ name }) => name === wanted)?.data;

describe('A PNG reduced to grays', () => {
  let colored: Buffer;

  before(async () => {
    const channels = Buffer.from([...pixels.subarray(0, 64)].flatMap((gray) => [gray, gray, gray]));
    colored = await sharp(channels, { raw: { width: 8, height: 8, channels: 3 } })
      .png()
      .toBuffer();
  });

  for (const bits of [1, 2, 4, 8] as const) {
    it(`has a palette of ${bits} bits beside a color profile`, async () => {
      const gray = grayPng(bits, profile);
      assert.deepEqual([dataOf(gray, 'IHDR')?.[8], dataOf(gray, 'IHDR')?.[9]], [bits, 0]);
      const fitting = withProfileColorType(gray, colored);
      assert.ok(fitting);
      assert.equal(dataOf(fitting, 'IHDR')?.[9], 3);
      assert.ok(names(fitting).indexOf('iCCP') < names(fitting).indexOf('PLTE'));
      assert.ok(names(fitting).indexOf('PLTE') < names(fitting).indexOf('IDAT'));
      assert.deepEqual(await raw(fitting), await raw(gray));
    });
  }

  it('keeps its transparent gray', async () => {
    const gray = grayPng(8, profile, pngChunk('tRNS', Buffer.from([0, 53])));
    const fitting = withProfileColorType(gray, colored);
    assert.ok(fitting);
    assert.deepEqual(await raw(fitting), await raw(gray));
    assert.equal((await raw(fitting)).filter((_, at) => at % 4 === 3).includes(0), true);
  });

  it('keeps its significant bits and background', async () => {
    const gray = grayPng(8, profile, pngChunk('sBIT', Buffer.of(5)), pngChunk('bKGD', Buffer.from([0, 9])));
    const fitting = withProfileColorType(gray, colored);
    assert.deepEqual(fitting && dataOf(fitting, 'sBIT'), Buffer.from([5, 5, 5]));
    assert.deepEqual(fitting && dataOf(fitting, 'bKGD'), Buffer.of(9));
  });

  it('isn’t used if it has too many grays for a palette', async () => {
    assert.equal(withProfileColorType(grayPng(16, profile), colored), undefined);
  });

  it('stays as it is without a profile, or if it was gray before', async () => {
    const plain = grayPng(8);
    assert.equal(withProfileColorType(plain, colored), plain);
    const gray = grayPng(8, profile);
    assert.equal(withProfileColorType(gray, plain), gray);
  });
});
