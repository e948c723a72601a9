import { type Disposable, toDisposable } from './disposable.ts';

/** The longest wait that a timer of Node's takes; with a longer one it fires at once. */
const maxTimerMs = 2_147_483_647;

/** Time as the program sees it, so that tests can turn it by hand. */
export interface Clock {
  /** Milliseconds since the epoch: for dates. A person or a time server may set it back. */
  now(): number;
  /** Milliseconds since a moment of the process's own, which never run backwards: for intervals. */
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
