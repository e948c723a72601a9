import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authenticate, Caller } from './caller.ts';

/** Knows one key, which stands for one caller, and may be used from these addresses; from any where there are none. */
export function oneKey(key: string, allowedAddresses: readonly string[], caller: Caller): Authenticate {
  const expected = digest(key);
  return (given, address) => {
    // Digests have one length, which a comparison in constant time needs.
    const right = timingSafeEqual(digest(given), expected);
    const allowed = allowedAddresses.length === 0 || allowedAddresses.includes(address);
    return right && allowed ? caller : undefined;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
