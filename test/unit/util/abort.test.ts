import assert from 'node:assert/strict';
import { delay, isAbortError } from '../../../src/util/abort.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('delay', () => {
  it('resolves after its time', async () => {
    const clock = new FakeClock();
    let over = false;
    const wait = delay(1000, clock).then(() => (over = true));
    await clock.advance(999);
    assert.equal(over, false);
    await clock.advance(1);
    await wait;
  });

  it('rejects with the reason on abort, and leaves no timer', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const wait = delay(1000, clock, controller.signal);
    controller.abort();
    await assert.rejects(wait, isAbortError);
    assert.equal(clock.pendingTimers, 0);
    await assert.rejects(delay(1000, clock, controller.signal), isAbortError);
  });
});
