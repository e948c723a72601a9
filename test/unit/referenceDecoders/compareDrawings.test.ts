import assert from 'node:assert/strict';
import { compareDrawings } from '../../../tools/referenceDecoders/compareDrawings.ts';
import type { Pixels } from '../../../tools/referenceDecoders/pam.ts';

const size = 64;

/** A square in one shade on a transparent background. */
function square(side: number, shade = 0): Pixels {
  const rgba = Buffer.alloc(size * size * 4, shade);
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const [x, y] = [pixel % size, Math.floor(pixel / size)];
    rgba[pixel * 4 + 3] = [x, y].every((at) => at >= 16 && at < 16 + side) ? 255 : 0;
  }
  return { width: size, height: size, max: 255, rgba };
}

describe('The comparison of drawings', () => {
  it('detects a missing shape, another color, and another size', () => {
    assert.equal(compareDrawings(square(24), square(24)), undefined);
    assert.equal(compareDrawings(square(0), square(24)), '9 of 64 blocks look different');
    assert.equal(compareDrawings(square(24, 255), square(24)), '9 of 64 blocks look different');
    const small = { ...square(0), width: 32, height: 128 };
    assert.equal(compareDrawings(small, square(0)), '32 × 128 pixels, not 64 × 64');
  });
});
