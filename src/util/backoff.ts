import type { Clock } from './clock.ts';

const firstMs = 1000;
const jitterMs = 500;
const capMs = 60_000;

/**
 * How long to wait before try number `attempt` + 1, in milliseconds: 1 s, 2 s, 4 s … up to a minute, or longer where the
 * server asks for more, each plus 0–500 ms (api.md, Client behavior 1 and 2). `random` gives a number from 0 to
 * below 1.
 */
export function backoffMs(attempt: number, random: () => number, serverAsksMs = 0): number {
  const delayMs = Math.min(firstMs * 2 ** Math.max(0, attempt - 1), capMs);
  return Math.max(delayMs, serverAsksMs) + Math.floor(random() * (jitterMs + 1));
}

/** How long a busy server is left alone by everybody, longer with each refusal in a row. */
export class Backoff {
  readonly #clock: Clock;
  readonly #random: () => number;
  #refusals = 0;
  #until = 0;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Until when, on the clock's monotonic time; a moment that has passed when there is nothing to wait for. */
  get until(): number {
    return this.#until;
  }

  /** The milliseconds that are left of it; 0 when there is nothing to wait for. */
  get leftMs(): number {
    return Math.max(0, this.#until - this.#clock.monotonic());
  }

  /** Notes a refusal; `serverAsksMs` is how long the server asks to wait, if it does. */
  refused(serverAsksMs: number | undefined): void {
    // Refusals of what was sent before the wait began are one and the same news.
    if (this.leftMs === 0) this.#refusals += 1;
    const delayMs = backoffMs(this.#refusals, this.#random, serverAsksMs);
    this.#until = Math.max(this.#until, this.#clock.monotonic() + delayMs);
  }

  /** Notes a success; one of what was sent before the wait began does not end it. */
  succeeded(): void {
    if (this.leftMs === 0) this.#refusals = 0;
  }
}
