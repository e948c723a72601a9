import assert from 'node:assert/strict';
import { RateLimit } from '../../../../../src/service/server/http/rateLimit.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';

describe('RateLimit', () => {
  it('allows a number of requests per window, then reports its remaining seconds', async () => {
    const clock = new FakeClock();
    const limit = new RateLimit(2, 60_000, clock);
    limit.take('a');
    await clock.advance(20_500);
    limit.take('a');
    assert.throws(() => limit.take('a'), {
      code: 'rate_limited',
      status: 429,
      retryAfterMs: 40_000,
      detail: 'Too many requests. Retry after 40 seconds.',
    });
    await clock.advance(39_500);
    limit.take('a');
  });

  it('counts each address separately', () => {
    const limit = new RateLimit(1, 60_000, new FakeClock());
    limit.take('a');
    limit.take('b');
    assert.throws(() => limit.take('b'));
  });
});
