import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticate, Caller } from './caller.ts';

/** Accepts one key for one caller, from these addresses; from any if there are none. */
export function oneKey(key: string, allowedAddresses: readonly string[], caller: Caller): Authenticate {
  const expected = digest(key);
  return (given, address) => {
    // Digests have the equal lengths that a constant-time comparison needs.
    const right = timingSafeEqual(digest(given), expected);
    const allowed = allowedAddresses.length === 0 || allowedAddresses.includes(address);
    return right && allowed ? caller : undefined;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
