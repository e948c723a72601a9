import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { unsupportedPngReason } from '../../../../../src/engines/images/unsupportedVariants/png.ts';
import { pngChunk, pngSignature } from '../../../../../src/engines/lib/pngChunks.ts';
import { photo } from '../../../../support/service/fixtures.ts';
import { kindName } from '../../../../support/kindName.ts';

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
