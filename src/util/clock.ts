import { type Disposable, toDisposable } from './disposable.ts';

/** Node's longest timer. A longer one fires immediately. */
const maxTimerMs = 2_147_483_647;

/** The program's time source, which tests can control. */
export interface Clock {
  /** Milliseconds since the epoch, for dates. A user or a time server may set it back. */
  now(): number;
  /** Milliseconds since an arbitrary moment, for intervals. Never runs backwards. */
  monotonic(): number;
  /** Calls `run` once after `delayMs`, but after 25 days at the latest. Disposing the result cancels the call. */
  schedule(delayMs: number, run: () => void): Disposable;
}

/** The machine's own clock. Its timers don't keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs, maxTimerMs));
    timer.unref();
    return toDisposable(() => clearTimeout(timer));
  },
};

/** Durations in milliseconds. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
