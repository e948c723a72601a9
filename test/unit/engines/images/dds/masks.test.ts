import assert from 'node:assert/strict';
import { MaskedPixels, type Masks } from '../../../../../src/engines/images/dds/masks.ts';

function unmasked(pixels: Buffer, count: number, masks: Masks, bytes: number): number[] {
  const masked = new MaskedPixels(masks, bytes);
  const samples = new Uint8Array(count * masked.channels);
  masked.unpack(pixels, 0, count, samples);
  return [...samples];
}

describe('Pixels described by masks', () => {
  it('have samples of any width', () => {
    const pixels = Buffer.of(0x00, 0xf8, 0x1f, 0x04);
    assert.deepEqual(unmasked(pixels, 2, [0xf800, 0x7e0, 0x1f], 2), [255, 0, 0, 0, 130, 255]);
    const wide = [0x3ff, 0xffc00, 0x3ff00000, 0xc0000000];
    assert.deepEqual(unmasked(Buffer.of(0xff, 3, 0, 0xc0), 1, wide, 4), [255, 0, 0, 255]);
    assert.deepEqual(unmasked(Buffer.of(0, 0, 0, 0xff), 1, [0xffffffff], 4), [254]);
    assert.throws(() => unmasked(Buffer.alloc(5), 2, wide, 4), RangeError);
  });

  it('are black if a mask is empty, and damaged if it has gaps', () => {
    assert.deepEqual(unmasked(Buffer.of(0xff, 0x80), 1, [0xff, 0xff00, 0], 2), [255, 128, 0]);
    assert.throws(() => unmasked(Buffer.of(0), 1, [0x5], 1), { code: 'conversion.invalid_input' });
  });
});
