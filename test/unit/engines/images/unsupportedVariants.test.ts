import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  unsupportedJpegReason,
  unsupportedPngReason,
} from '../../../../src/engines/images/unsupportedVariants.ts';
import { pngChunk, pngSignature } from '../../../../src/engines/lib/pngChunks.ts';
import { kindName } from '../../../support/kindName.ts';
import { photo } from '../../../support/service/fixtures.ts';

/** The beginning of a JPEG: a comment, and a frame with this marker. */
const jpeg = (marker: number, bits = 8, height = 16): Buffer =>
  Buffer.of(
    0xff,
    0xd8,
    0xff,
    0xfe,
    0,
    4,
    1,
    2,
    0xff,
    marker,
    0,
    11,
    bits,
    0,
    height,
    0,
    16,
    1,
    1,
    17,
    0,
    0xff,
    0xda,
  );

describe('unsupportedJpegReason', () => {
  it('returns nothing for a file that libvips reads', () => {
    for (const marker of [0xc0, 0xc1, 0xc2, 0xc9, 0xca])
      assert.equal(kindName(unsupportedJpegReason(jpeg(marker))), undefined);
  });

  it('names the kind of a file that libvips misreads or doesn’t read', () => {
    for (const [file, kind] of [
      [jpeg(0xc1, 12), 'JPEG images with 12 bits per channel'],
      [jpeg(0xc3), 'Lossless JPEG images'],
      [jpeg(0xcb, 16), 'Lossless JPEG images'],
      [jpeg(0xc5), 'Hierarchical JPEG images'],
      [jpeg(0xf7), 'JPEG-LS images'],
      [jpeg(0xc0, 8, 0), 'JPEG images without a height in the header'],
    ] as const) {
      assert.equal(kindName(unsupportedJpegReason(file)), kind);
    }
  });

  it('doesn’t mistake a table for a frame', () => {
    for (const marker of [0xc4, 0xc8, 0xcc])
      assert.equal(kindName(unsupportedJpegReason(jpeg(marker, 12))), undefined);
  });

  it('returns nothing for a file that is truncated before it shows its kind', () => {
    const file = jpeg(0xc3);
    for (let length = 0; length < 8; length += 1) {
      try {
        assert.equal(kindName(unsupportedJpegReason(file.subarray(0, length))), undefined, String(length));
      } catch (error) {
        assert.ok(error instanceof RangeError, String(length));
      }
    }
  });
});

const png = (...chunks: readonly (readonly [string, ...number[]])[]): Buffer =>
  Buffer.concat([pngSignature, ...chunks.map(([name, ...data]) => pngChunk(name, Buffer.of(...data)))]);

describe('unsupportedPngReason', () => {
  it('returns nothing for colors of sRGB, or with a profile', () => {
    assert.equal(kindName(unsupportedPngReason(readFileSync(photo('png')))), undefined);
    assert.equal(kindName(unsupportedPngReason(png(['cICP', 1, 13, 0, 1], ['IDAT']))), undefined);
    assert.equal(
      kindName(unsupportedPngReason(png(['cICP', 12, 13, 0, 1], ['iCCP', 1], ['IDAT']))),
      undefined,
    );
    assert.equal(kindName(unsupportedPngReason(png(['IDAT'], ['cICP', 12, 13, 0, 1]))), undefined);
  });

  it('names the kind of a file with other colors', () => {
    const wide = 'Wide-gamut PNG images without a color profile';
    assert.equal(kindName(unsupportedPngReason(png(['cICP', 12, 13, 0, 1], ['IDAT']))), wide);
    assert.equal(kindName(unsupportedPngReason(png(['cICP', 9, 16, 0, 1], ['IDAT']))), 'HDR PNG images');
  });

  it('names the kind of a file for iPhones only', () => {
    assert.equal(
      kindName(unsupportedPngReason(png(['CgBI', 0x50, 0, 0x20, 2], ['IHDR']))),
      'PNG images optimized for iPhone (CgBI)',
    );
  });

  it('returns nothing, or reports a file as too short, wherever it is truncated', () => {
    const file = png(['sBIT', 8, 8, 8], ['cICP', 1, 13, 0, 1], ['IDAT', 1]);
    for (let length = 0; length < file.length; length += 1) {
      try {
        assert.equal(kindName(unsupportedPngReason(file.subarray(0, length))), undefined, String(length));
      } catch (error) {
        assert.ok(error instanceof RangeError, String(length));
      }
    }
  });
});
