import assert from 'node:assert/strict';
import { compareDrawings } from '../../../tools/judges/compareDrawings.ts';
import type { Pixels } from '../../../tools/judges/pam.ts';

const size = 64;

/** A black square on nothing, its left and upper edge at `edge`, smoothed where that is between pixels. */
function square(edge: number, side: number): Pixels {
  const covered = (at: number): number => Math.max(0, Math.min(at + 1, edge + side) - Math.max(at, edge));
  const rgba = Buffer.alloc(size * size * 4);
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    rgba[pixel * 4 + 3] = Math.round(255 * covered(pixel % size) * covered(Math.floor(pixel / size)));
  }
  return { width: size, height: size, max: 255, rgba };
}

describe('The comparison of drawings', () => {
  it('takes no notice of edges that lie half a pixel aside', () => {
    assert.equal(compareDrawings(square(16, 24), square(16.5, 24)), undefined);
  });

  it('sees a shape that is missing', () => {
    assert.equal(compareDrawings(square(16, 0), square(16, 24)), '9 of 64 blocks look otherwise');
  });

  it('sees another color, and takes that of what is not seen for none', () => {
    const drawn = square(16, 24);
    const white = { ...drawn, rgba: drawn.rgba.map((level, at) => (at % 4 === 3 ? level : 255)) };
    const hidden = {
      ...square(16, 0),
      rgba: square(16, 0).rgba.map((level, at) => (at % 4 === 3 ? level : 255)),
    };
    assert.equal(compareDrawings(white, drawn), '9 of 64 blocks look otherwise');
    assert.equal(compareDrawings(hidden, square(16, 0)), undefined);
  });

  it('sees another size', () => {
    const small = { ...square(0, 0), width: 32, height: 128 };
    assert.equal(compareDrawings(small, square(0, 0)), '32 × 128 pixels, not 64 × 64');
  });
});
