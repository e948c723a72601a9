import type { ServerResponse } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { ServiceError } from '../../contract/errors.ts';
import type { Clock } from '../../util/clock.ts';
import { serviceError } from '../faults.ts';
import type { Awaitable } from './caller.ts';

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

/**
 * An IP address without a port or zone; `undefined` for any other text, which a proxy may pass on. A socket for IPv4 and
 * IPv6 reports IPv4 addresses in the form `::ffff:10.0.0.1`, and some proxies report addresses with their port.
 */
export function plainAddress(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const [address = ''] = (inBrackets ?? beforePort ?? text).split('%');
  const inner = address.slice('::ffff:'.length);
  if (isIPv4(inner)) return inner;
  // The first check for IPv6 takes 12 ms, and callers of a local socket have no address.
  const isAddress = address.includes(':') ? isIPv6(address) : isIPv4(address);
  return isAddress ? address : undefined;
}

/** The number of groups of an IPv6 address that name its network. */
const networkGroups = 4;

/**
 * The part of an address that identifies a caller, for limits. A caller with IPv6 can use any address of its /64
 * network. Callers of a local socket have no address.
 */
export function callerNetwork(text: string | undefined): string {
  const address = plainAddress(text ?? '') ?? 'unknown';
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  // An IPv4 address at the end counts as two groups.
  const zeros = 8 - head.length - tail.length - (address.includes('.') ? 1 : 0);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return groups
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
