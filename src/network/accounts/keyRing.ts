import { createHash } from 'node:crypto';
import type { Clock } from '../../util/clock.ts';
import type { Queryable } from '../database/database.ts';
import { accountOfKey, hasKeyForm, type KeyedAccount } from './keys.ts';

/** How long a refusal holds: so late may a key of an account that was enabled again be taken. */
const refusedMs = 1000;
const maxRefused = 10_000;

/** Finds the accounts of keys, without asking the database for what can be no key, or was refused a moment ago. */
export class KeyRing {
  readonly #database: Queryable;
  readonly #clock: Clock;
  /** When each refusal ends, the earliest first. */
  readonly #refused = new Map<string, number>();

  constructor(database: Queryable, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** As `accountOfKey` does; that it finds nothing holds for a second. */
  async accountOf(key: string, address: string): Promise<KeyedAccount | undefined> {
    if (!hasKeyForm(key)) return undefined;
    // An address that a proxy tells of can be a text of any length.
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
