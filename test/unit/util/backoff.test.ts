import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { Backoff, backoffMs } from '../../../src/util/backoff.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('backoffMs', () => {
  it('doubles from a second, with up to half a second of jitter, up to a limit', () => {
    const least = [1, 2, 3, 4, 20].map((attempt) => backoffMs(attempt, () => 0));
    const most = [1, 2, 3, 4, 20].map((attempt) => backoffMs(attempt, () => 0.9999));
    assert.deepEqual(least, [1000, 2000, 4000, 8000, 60_000]);
    assert.deepEqual(most, [1500, 2500, 4500, 8500, 60_500]);
  });

  it('is at least its own time and the time the server asks for', () => {
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(9), fc.nat(10_000_000), unit, (attempt, asked, random) => {
        const delayMs = backoffMs(attempt, () => random, asked);
        const minMs = Math.max(
          backoffMs(attempt, () => 0),
          asked,
        );
        assert.ok(Number.isInteger(delayMs) && delayMs >= minMs && delayMs <= minMs + 500);
      }),
    );
  });

  it('isn’t shortened by a server that asks for no wait', () => {
    assert.deepEqual(
      [1, 2, 3].map((attempt) => backoffMs(attempt, () => 0, 0)),
      [1000, 2000, 4000],
    );
  });
});

describe('Backoff', () => {
  it('grows with each consecutive refusal, and resets after a success', async () => {
    const clock = new FakeClock();
    const backoff = new Backoff(clock, () => 0);
    for (const expectedMs of [1000, 2000, 4000]) {
      backoff.refused(undefined);
      assert.equal(backoff.leftMs, expectedMs);
      await clock.advance(expectedMs);
    }
    backoff.succeeded();
    backoff.refused(undefined);
    assert.equal(backoff.leftMs, 1000);
  });

  it('counts refusals of requests sent before it began as one', () => {
    const clock = new FakeClock();
    const backoff = new Backoff(clock, () => 0);
    backoff.refused(undefined);
    backoff.refused(undefined);
    assert.equal(backoff.leftMs, 1000);
    backoff.refused(5000);
    assert.equal(backoff.leftMs, 5000);
    backoff.refused(undefined);
    assert.equal(backoff.leftMs, 5000);
  });

  it('isn’t ended by the success of an earlier request', () => {
    const backoff = new Backoff(new FakeClock(), () => 0);
    backoff.refused(undefined);
    backoff.succeeded();
    assert.equal(backoff.leftMs, 1000);
  });

  it('lasts as long if the clock is set back', async () => {
    const clock = new FakeClock();
    const backoff = new Backoff(clock, () => 0);
    backoff.refused(undefined);
    clock.setBack(3_600_000);
    await clock.advance(1000);
    assert.equal(backoff.leftMs, 0);
  });
});
