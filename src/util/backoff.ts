import type { Clock } from './clock.ts';

const firstMs = 1000;
const jitterMs = 500;
const capMs = 60_000;

/**
 * Delay before attempt `attempt` + 1, in milliseconds: 1 s, 2 s, 4 s … up to a minute, or longer if the server asks for
 * that. 0–500 ms are added (api.md, Client behavior 1 and 2). `random` returns a number from 0 to below 1.
 */
export function backoffMs(attempt: number, random: () => number, serverAsksMs = 0): number {
  const delayMs = Math.min(firstMs * 2 ** Math.max(0, attempt - 1), capMs);
  return Math.max(delayMs, serverAsksMs) + Math.floor(random() * (jitterMs + 1));
}

/** A pause that all requests to a busy server share. It grows with each consecutive refusal. */
export class Backoff {
  readonly #clock: Clock;
  readonly #random: () => number;
  #refusals = 0;
  #until = 0;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The end of the pause, as a time on the monotonic clock. In the past if there is no pause. */
  get until(): number {
    return this.#until;
  }

  /** The rest of the pause in milliseconds; 0 if there is no pause. */
  get leftMs(): number {
    return Math.max(0, this.#until - this.#clock.monotonic());
  }

  /** Records a refusal; `serverAsksMs` is the delay that the server asks for, if any. */
  refused(serverAsksMs: number | undefined): void {
    // Requests that were sent before the pause may be refused during it. They don't make it longer.
    if (this.leftMs === 0) this.#refusals += 1;
    const delayMs = backoffMs(this.#refusals, this.#random, serverAsksMs);
    this.#until = Math.max(this.#until, this.#clock.monotonic() + delayMs);
  }

  /** Records a success. If the request was sent before the pause, the pause continues. */
  succeeded(): void {
    if (this.leftMs === 0) this.#refusals = 0;
  }
}
