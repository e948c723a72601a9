import { createHash } from 'node:crypto';
import type { Clock } from '../../util/clock.ts';
import type { Queryable } from '../database/database.ts';
import { accountOfKey, hasKeyForm, type KeyedAccount } from './keys.ts';

/** A refusal is remembered for this time, so a key of an account that was enabled again may be refused that long. */
const refusedMs = 1000;
const maxRefused = 10_000;

/** Finds the accounts of keys. The database isn't asked for texts that can't be keys, or keys that were just refused. */
export class KeyRing {
  readonly #database: Queryable;
  readonly #clock: Clock;
  /** The ends of refusals, the earliest first. */
  readonly #refused = new Map<string, number>();

  constructor(database: Queryable, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Like `accountOfKey`, with refusals that last for a second. */
  async accountOf(key: string, address: string): Promise<KeyedAccount | undefined> {
    if (!hasKeyForm(key)) return undefined;
    // An address from a proxy can be a text of any length.
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
