import assert from 'node:assert/strict';
import { snr } from '../../support/service/signal.ts';

const rate = 48_000;

/** A click at the start, and long silence that holds no more than the noise of rounding. */
function click(noise: number, delay = 0): Float32Array {
  return Float32Array.from({ length: rate }, (_, at) => {
    const since = at - delay - 100;
    const tone = since >= 0 && since < 4000 ? Math.sin(since / 9) * Math.exp(-since / 800) : 0;
    return tone + noise * Math.sin(at * at);
  });
}

/** Two channels, of which the first is silent. */
function inSecond(sound: Float32Array): Float32Array {
  return Float32Array.from({ length: sound.length * 2 }, (_, at) =>
    at % 2 === 0 ? 0 : (sound[(at - 1) / 2] ?? 0),
  );
}

describe('How alike two sounds are', () => {
  it('is told by where they are loud, not by silence that is like any other', () => {
    assert.ok(snr(click(0), click(2 ** -16), 1) > 40);
  });

  it('is told where one begins later', () => {
    assert.ok(snr(click(0), click(2 ** -16, 1105), 1) > 40);
  });

  it('is told by a channel that is loud, where the first is silent', () => {
    assert.ok(snr(inSecond(click(0)), inSecond(click(2 ** -16)), 2) > 40);
  });

  it('is little where they are of other tones', () => {
    const other = Float32Array.from({ length: rate }, (_, at) => Math.sin(at / 11));
    assert.ok(snr(click(0), other, 1) < 10);
  });
});
