import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { delay, isAbortError, untilAborted } from '../../../src/util/abort.ts';
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

describe('untilAborted', () => {
  it('handles failures of work that nobody waits for anymore', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown): number => unhandled.push(error);
    process.prependListener('unhandledRejection', onUnhandled);
    try {
      const early = Promise.reject(new Error('before'));
      await assert.rejects(untilAborted(early, AbortSignal.abort()), isAbortError);
      const { promise: late, reject } = Promise.withResolvers<void>();
      const controller = new AbortController();
      const wait = untilAborted(late, controller.signal);
      controller.abort();
      await assert.rejects(wait, isAbortError);
      reject(new Error('after'));
      await setImmediate();
    } finally {
      process.off('unhandledRejection', onUnhandled);
    }
    assert.deepEqual(unhandled, []);
  });
});
