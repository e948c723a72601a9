import type { Clock } from '../../../util/clock.ts';
import { refusal } from '../../shared/refusal.ts';

const maxAddresses = 10_000;

/** Counts requests per address in windows of a fixed length (api.md, Limits 3). */
export class RateLimit {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #windows = new Map<string, { endsAt: number; count: number }>();

  constructor(max: number, windowMs: number, clock: Clock) {
    this.#max = max;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** @throws ServiceError `rate_limited` with the time until the window ends (api.md, Errors 4). */
  take(address: string): void {
    const now = this.#clock.monotonic();
    let window = this.#windows.get(address);
    if (window === undefined || window.endsAt <= now) {
      window = { endsAt: now + this.#windowMs, count: 0 };
      // Added anew, so that the map stays in the order in which windows end.
      this.#windows.delete(address);
      this.#windows.set(address, window);
      this.#forgetOldest();
    }
    if (window.count >= this.#max) {
      const seconds = Math.ceil((window.endsAt - now) / 1000);
      throw refusal('rate_limited', `Too many requests. Retry after ${seconds} seconds.`, {
        retryAfterMs: seconds * 1000,
      });
    }
    window.count += 1;
  }

  #forgetOldest(): void {
    if (this.#windows.size <= maxAddresses) return;
    for (const address of this.#windows.keys()) {
      this.#windows.delete(address);
      return;
    }
  }
}
