import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '../../service/server/callerLimits.ts';
import { secondMs } from '../../util/clock.ts';
import { KeyedLock } from '../../util/keyedLock.ts';
import { once } from '../../util/memoize.ts';

/** The minimum length of a password, as NIST SP 800-63B recommends. */
export const minPasswordLength = 15;
/** The maximum length of a password. Hashing longer ones would only take time. */
export const maxPasswordLength = 256;

/** A hash to verify for people who don't exist or have no password, so that the response takes as long as for others. */
const dummyHash = once(() => hash('a password that nobody has'));

/** Returns an argon2id hash of a password, which includes its salt and cost parameters. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(async () => hash(password));
}

/** True if the password is correct. `stored` is `null` for a person without a password. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  // For a known person, too, because the first call computes it.
  const dummy = await dummyHash();
  const isRight = await inTurn(async () => verify(stored ?? dummy, password.slice(0, maxPasswordLength)));
  return isRight && stored !== null;
}

const turns = new KeyedLock();
let waiting = 0;
const maxWaiting = 20;

/** Computes one hash at a time, because each takes a core and 19 MB. @throws ServiceError `rate_limited` if too many wait */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) throw tooManyRequests(secondMs);
  waiting += 1;
  try {
    return await turns.run('', work);
  } finally {
    waiting -= 1;
  }
}
