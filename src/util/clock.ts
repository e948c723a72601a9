import { type Disposable, toDisposable } from './disposable.ts';

/** Node's longest timer; a longer one fires at once. */
const maxTimerMs = 2_147_483_647;

/** The program's time source, which tests can control. */
export interface Clock {
  /** Milliseconds since the epoch, for dates. A user or a time server may set it back. */
  now(): number;
  /** Milliseconds since an arbitrary moment, for intervals. They never run backwards. */
  monotonic(): number;
  /** Calls `run` once after `delayMs`, within 25 days at the latest; disposing the result cancels it. */
  schedule(delayMs: number, run: () => void): Disposable;
}

/** The machine's own clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs, maxTimerMs));
    timer.unref();
    return toDisposable(() => clearTimeout(timer));
  },
};
