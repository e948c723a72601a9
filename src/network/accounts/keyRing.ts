import { createHash } from 'node:crypto';
import type { Clock } from '../../util/clock.ts';
import type { Queryable } from '../database/database.ts';
import { accountOfKey, hasKeyForm, type KeyedAccount } from './keys.ts';

/**
 * The time for which a rejected key is cached. After an account is enabled again, its keys may still be rejected for
 * this long.
 */
const refusedMs = 1000;
const maxRefused = 10_000;

/**
 * Finds the account of a key. Doesn't query the database for text that can't be a key, or for keys that were rejected
 * recently.
 */
export class KeyRing {
  readonly #database: Queryable;
  readonly #clock: Clock;
  /** The expiry times of cached rejections, the earliest first, keyed by the digest of key and address. */
  readonly #refused = new Map<string, number>();

  constructor(database: Queryable, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Works like `accountOfKey`, but caches rejections for a second. */
  async accountOf(key: string, address: string): Promise<KeyedAccount | undefined> {
    if (!hasKeyForm(key)) return undefined;
    // The address is hashed, because a proxy may pass on a text of any length.
    const asked = createHash('sha256').update(`${key} ${address}`).digest('base64');
    const now = this.#clock.monotonic();
    if ((this.#refused.get(asked) ?? 0) > now) return undefined;
    const account = await accountOfKey(this.#database, key, address);
    if (account === undefined) this.#refuse(asked);
    return account;
  }

  #refuse(asked: string): void {
    const now = this.#clock.monotonic();
    this.#refused.delete(asked);
    this.#refused.set(asked, now + refusedMs);
    for (const [oldest, endsAt] of this.#refused) {
      if (endsAt > now && this.#refused.size <= maxRefused) return;
      this.#refused.delete(oldest);
    }
  }
}
