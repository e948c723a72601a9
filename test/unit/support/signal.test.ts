import assert from 'node:assert/strict';
import { snr } from '../../support/service/signal.ts';

const rate = 48_000;

/** A click followed by long silence that contains only rounding noise. */
function click(noise: number, delay = 0): Float32Array {
  return Float32Array.from({ length: rate }, (_, at) => {
    const since = at - delay - 100;
    const tone = since >= 0 && since < 4000 ? Math.sin(since / 9) * Math.exp(-since / 800) : 0;
    return tone + noise * Math.sin(at * at);
  });
}

describe('snr', () => {
  it('is high for the same sound, even with a delay, and low for another sound', () => {
    assert.ok(snr(click(0), click(2 ** -16, 1105), 1) > 40);
    const other = Float32Array.from({ length: rate }, (_, at) => Math.sin(at / 11));
    assert.ok(snr(click(0), other, 1) < 10);
  });
});
