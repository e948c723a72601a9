import type { Clock } from '../../src/util/clock.ts';
import { type Disposable, toDisposable } from '../../src/util/disposable.ts';

/** A clock that only moves when a test advances it. */
export class FakeClock implements Clock {
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();
  #now: number;
  #setBackMs = 0;

  constructor(startMs = Date.UTC(2030, 0, 1)) {
    this.#now = startMs;
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now - this.#setBackMs;
  }

  monotonic(): number {
    return this.#now;
  }

  /** Sets the time of day back, as a user or a time server does. */
  setBack(byMs: number): void {
    this.#setBackMs += byMs;
  }

  schedule(delayMs: number, run: () => void): Disposable {
    const timer = { at: this.#now + Math.max(0, delayMs), run };
    this.#timers.add(timer);
    return toDisposable(() => this.#timers.delete(timer));
  }

  /** Advances the clock, runs each timer at its due time, and lets the promises in between settle. */
  async advance(byMs: number): Promise<void> {
    const end = this.#now + byMs;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
      await turn();
    }
    this.#now = end;
    await turn();
  }

  /** Advances the clock in small steps until the promise settles; it doesn't move during file access. */
  async runUntil<T>(promise: Promise<T>, stepMs = 100): Promise<T> {
    const race = { over: false };
    const watched = promise.finally(() => {
      race.over = true;
    });
    watched.catch(() => {});
    while (!race.over) {
      if (isFileBusy()) await turn();
      else await this.advance(stepMs);
    }
    return watched;
  }
}

/** True while Node.js waits for the file system. On a busy machine, that can take as long as hours of a fake clock. */
function isFileBusy(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(?:FSReq|CloseReq)/.test(resource));
}

/** One turn of the event loop. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
