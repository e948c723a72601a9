import { systemClock, type Clock } from '../../src/util/clock.ts';

/** The machine's clock, running `speed` times as fast since `startedAt`; processes that are told the same agree on the time. */
export function fastClock(startedAt: number, speed: number): Clock {
  return {
    now: () => startedAt + (Date.now() - startedAt) * speed,
    monotonic: () => systemClock.monotonic() * speed,
    schedule: (delayMs, run) => systemClock.schedule(delayMs / speed, run),
  };
}
