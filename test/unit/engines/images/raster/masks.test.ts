import assert from 'node:assert/strict';
import { isDeep, MaskedPixels, type Masks } from '../../../../../src/engines/images/raster/masks.ts';

function unmasked(pixels: Buffer, count: number, masks: Masks, bytes: number): number[] {
  const masked = new MaskedPixels(masks, bytes);
  const samples = new Uint8Array(count * masked.channels);
  masked.unpack(pixels, 0, count, samples);
  return [...samples];
}

describe('Pixels that masks tell', () => {
  it('have samples of any width', () => {
    const pixels = Buffer.of(0x00, 0xf8, 0x1f, 0x04);
    assert.deepEqual(unmasked(pixels, 2, [0xf800, 0x7e0, 0x1f], 2), [255, 0, 0, 0, 130, 255]);
    const wide = [0x3ff, 0xffc00, 0x3ff00000, 0xc0000000];
    assert.deepEqual(unmasked(Buffer.of(0xff, 3, 0, 0xc0), 1, wide, 4), [255, 0, 0, 255]);
    assert.deepEqual(unmasked(Buffer.of(0, 0, 0, 0xff), 1, [0xffffffff], 4), [254]);
    assert.throws(() => unmasked(Buffer.alloc(5), 2, wide, 4), RangeError);
  });

  it('are black where a mask is empty, and damaged where it has gaps', () => {
    assert.deepEqual(unmasked(Buffer.of(0xff, 0x80), 1, [0xff, 0xff00, 0], 2), [255, 128, 0]);
    assert.throws(() => unmasked(Buffer.of(0), 1, [0x5], 1), { code: 'conversion.invalid_input' });
  });

  it('are deep where a channel has more than 8 bits', () => {
    assert.deepEqual([0, 0xff, 0xff000000, 0x1ff, 0xffffffff].map(isDeep), [false, false, false, true, true]);
  });
});
