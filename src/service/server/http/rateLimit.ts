import type { ServiceError } from '../../../contract/errors.ts';
import type { Awaitable } from '../caller.ts';
import type { Clock } from '../../../util/clock.ts';
import { serviceError } from '../../faults.ts';

/** Limits the number of requests from an address. */
export interface RequestLimit {
  /**
   * Counts a request.
   * @throws ServiceError `rate_limited` with the time until the window ends (api.md, Errors 4)
   */
  take(address: string): Awaitable<void>;
}

/** Limit on requests for entitlements per address, for all tools together (api.md, Limits 3). */
export const entitlementsRate = { max: 300, windowMs: 60_000 } as const;

const maxAddresses = 10_000;

/** Counts requests per address in windows of a fixed length (api.md, Limits 3). */
export class RateLimit implements RequestLimit {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #windows = new Map<string, { endsAt: number; count: number }>();

  constructor(max: number, windowMs: number, clock: Clock) {
    this.#max = max;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  take(address: string): void {
    const now = this.#clock.monotonic();
    let window = this.#windows.get(address);
    if (window === undefined || window.endsAt <= now) {
      window = { endsAt: now + this.#windowMs, count: 0 };
      // Inserted again at the end, so that the map is ordered by the end of the windows.
      this.#windows.delete(address);
      this.#windows.set(address, window);
      this.#forgetOldest();
    }
    if (window.count >= this.#max) {
      throw tooManyRequests(window.endsAt - now);
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

/** An error that asks the client to wait this many milliseconds. */
export function tooManyRequests(leftMs: number): ServiceError {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  return serviceError('rate_limited', `Too many requests. Retry after ${seconds} seconds.`, {
    retryAfterMs: seconds * 1000,
  });
}
