import { createHash } from 'node:crypto';
import type { Clock } from '../../util/clock.ts';
import type { Queryable } from '../database/database.ts';
import { accountOfKey, hasKeyForm, type KeyedAccount } from './keys.ts';

/**
 * The time for which a rejected key is cached. After an account is enabled again, its keys may still be rejected for
 * this long.
 */
const rejectedMs = 1000;
const maxRejected = 10_000;

/**
 * Finds the account of a key. Doesn't query the database for text that can't be a key, or for keys that were rejected
 * recently.
 */
export class KeyAuthenticator {
  readonly #database: Queryable;
  readonly #clock: Clock;
  /** The expiry times of cached rejections, the earliest first, keyed by the digest of key and address. */
  readonly #rejected = new Map<string, number>();

  constructor(database: Queryable, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Works like `accountOfKey`, but caches rejections for a second. */
  async accountOf(key: string, address: string): Promise<KeyedAccount | undefined> {
    if (!hasKeyForm(key)) return undefined;
    // The address is hashed, because a proxy may pass on a text of any length.
    const cacheKey = createHash('sha256').update(`${key} ${address}`).digest('base64');
    const now = this.#clock.monotonic();
    if ((this.#rejected.get(cacheKey) ?? 0) > now) return undefined;
    const account = await accountOfKey(this.#database, key, address);
    if (account === undefined) this.#reject(cacheKey);
    return account;
  }

  #reject(cacheKey: string): void {
    const now = this.#clock.monotonic();
    this.#rejected.delete(cacheKey);
    this.#rejected.set(cacheKey, now + rejectedMs);
    for (const [oldest, endsAt] of this.#rejected) {
      if (endsAt > now && this.#rejected.size <= maxRejected) return;
      this.#rejected.delete(oldest);
    }
  }
}
