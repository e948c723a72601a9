import type { ServerResponse } from 'node:http';
import { tooManyRequests } from './rateLimit.ts';

/** Suggested delay, in milliseconds. A slot becomes free as soon as another request is answered. */
const againMs = 1000;

/** Counts unanswered requests by sender. */
export class ActiveRequests {
  readonly #counts = new Map<string, number>();

  /**
   * Counts a request until it is answered or its connection is closed.
   * @throws ServiceError `rate_limited` if there are more than `max`
   */
  take(sender: string, max: number, response: ServerResponse): void {
    const count = this.#counts.get(sender) ?? 0;
    if (count >= max) throw tooManyRequests(againMs);
    if (response.closed) return;
    this.#counts.set(sender, count + 1);
    response.once('close', () => {
      const left = (this.#counts.get(sender) ?? 1) - 1;
      if (left > 0) this.#counts.set(sender, left);
      else this.#counts.delete(sender);
    });
  }
}
