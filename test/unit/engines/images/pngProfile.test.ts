import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { openImage } from '../../../../src/engines/images/open.ts';
import { withPngProfile, withProfileColorType } from '../../../../src/engines/images/pngProfile.ts';
import { probeImage } from '../../../../src/engines/images/probe.ts';
import { uint32 } from '../../../../src/engines/lib/bigEndian.ts';
import {
  pngChunk,
  withChunksInFront,
  chunksOf,
  pngSignature,
} from '../../../../src/engines/lib/pngChunks.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const colored = Buffer.from('808080c83c1e1ec83c1e3cc8', 'hex');
const gamma = (value: number): Buffer => pngChunk('gAMA', uint32(value));
const colors = (...values: readonly number[]): Buffer =>
  pngChunk('cHRM', uint32(...values.map((value) => Math.round(value * 100_000))));
const displayP3 = colors(0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06);

async function png(chunks: readonly Buffer[], samples = colored, channels: 1 | 3 = 3): Promise<Buffer> {
  const raw = { width: 4, height: 1, channels };
  const image = sharp(samples, { raw });
  const plain = await (channels === 1 ? image.toColorspace('b-w') : image).png().toBuffer();
  return withChunksInFront(plain, Buffer.concat(chunks));
}

async function drawn(file: Buffer): Promise<Buffer> {
  const { image } = await openImage(file);
  return image.toColorspace('srgb').raw().toBuffer();
}

describe('A PNG with described colors', () => {
  const folder = useTemporaryFolder();

  async function hasWideGamut(...chunks: readonly Buffer[]): Promise<boolean | undefined> {
    const inputPath = path.join(folder.path, 'a.png');
    writeFileSync(inputPath, await png(chunks));
    const work = { tool: 'convert', engine: 'imageProbe', from: 'png', to: 'png', options: {} } as const;
    const file = { inputPath, inputBytes: 0, fileName: 'a.png', outputPath: '' };
    return (await probeImage({ ...work, ...file })).traits?.wideGamut;
  }

  it('is opened with the colors that browsers show', async () => {
    // The expected colors are those that Chromium shows.
    for (const [chunks, expected] of [
      [[gamma(100_000)], 'bcbcbce5856060e5856085e5'],
      [[gamma(55_556)], '929292d24d2828d24d284dd2'],
      [[gamma(65_000)], '9f9f9fd85c3636d85c365cd8'],
      [[gamma(45_455), displayP3], '818181db250000cd00063ad1'],
      [[gamma(55_556), displayP3], '929292e43f0f00d630184eda'],
      [[gamma(45_455), colors(0.3457, 0.3585, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)], '818181d23c2100c9430037c6'],
    ] as const) {
      const pixels = await drawn(await png(chunks));
      const isNear = pixels.every(
        (value, at) => Math.abs(value - (Buffer.from(expected, 'hex')[at] ?? 0)) <= 1,
      );
      assert.ok(isNear, `${pixels.toString('hex')}, not ${expected}`);
    }
  });

  it('is opened with the right brightness if it is gray', async () => {
    const gray = await png([gamma(100_000), displayP3], Buffer.from([0, 64, 128, 255]), 1);
    const pixels = await drawn(gray);
    assert.equal((await sharp(await withPngProfile(gray, gray)).metadata()).space, 'b-w');
    for (const [index, expected] of [0, 137, 188, 255].entries()) {
      const value = pixels[(index * pixels.length) / 4] ?? 0;
      assert.ok(Math.abs(value - expected) <= 1, `${value}, not ${expected}`);
    }
  });

  it('is left alone if its colors are those of sRGB, or described better, badly, or not at all', async () => {
    for (const chunks of [
      [],
      [gamma(45_455)],
      [gamma(45_455), colors(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)],
      [gamma(100_000), pngChunk('sRGB', Buffer.of(0))],
      [displayP3],
      [gamma(0), displayP3],
      [gamma(0xff_ff_ff_ff)],
      [pngChunk('gAMA', Buffer.of(1))],
      [gamma(45_455), colors(0.3127, 0, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)],
    ]) {
      const file = await png(chunks);
      assert.equal(await withPngProfile(file, file), file);
      assert.ok((await drawn(file)).equals(colored));
    }
    const onALine = await png([gamma(45_455), colors(0.3127, 0.329, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3)]);
    assert.equal((await drawn(onALine)).length, colored.length);
  });

  it('has a wide gamut only if its primaries do', async () => {
    assert.equal(await hasWideGamut(gamma(100_000)), false);
    assert.equal(await hasWideGamut(gamma(45_455), displayP3), true);
  });
});

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
