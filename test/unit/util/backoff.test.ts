import assert from 'node:assert/strict';
import { backoffMs } from '../../../src/util/backoff.ts';

describe('backoffMs', () => {
  it('doubles from a second, with up to half a second of jitter, to a cap', () => {
    const least = [1, 2, 3, 4, 20].map((attempt) => backoffMs(attempt, () => 0));
    const most = [1, 2, 3, 4, 20].map((attempt) => backoffMs(attempt, () => 0.9999));
    assert.deepEqual(least, [1000, 2000, 4000, 8000, 60_000]);
    assert.deepEqual(most, [1500, 2500, 4500, 8500, 60_500]);
  });

  it('is what the server asks for where it asks', () => {
    assert.equal(
      backoffMs(1, () => 0.5, 30_000),
      30_000,
    );
  });
});
