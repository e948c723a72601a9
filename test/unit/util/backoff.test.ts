import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { backoffMs } from '../../../src/util/backoff.ts';

describe('backoffMs', () => {
  it('doubles from a second, with up to half a second of jitter, to a cap', () => {
    const least = [1, 2, 3, 4, 20].map((attempt) => backoffMs(attempt, () => 0));
    const most = [1, 2, 3, 4, 20].map((attempt) => backoffMs(attempt, () => 0.9999));
    assert.deepEqual(least, [1000, 2000, 4000, 8000, 60_000]);
    assert.deepEqual(most, [1500, 2500, 4500, 8500, 60_500]);
  });

  it('never comes before the wait that the server asks for, and at most half a second after', () => {
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(9), fc.nat(10_000_000), unit, (attempt, asked, random) => {
        const delayMs = backoffMs(attempt, () => random, asked);
        assert.ok(Number.isInteger(delayMs) && delayMs >= asked && delayMs <= asked + 500);
      }),
    );
  });
});
