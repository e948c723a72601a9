import { type Disposable, toDisposable } from './disposable.ts';

/** Time as the program sees it, so that tests can turn it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once after `delayMs`; disposing the result cancels it. */
  schedule(delayMs: number, run: () => void): Disposable;
}

/** The machine's own clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return toDisposable(() => clearTimeout(timer));
  },
};
