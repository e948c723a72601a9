import { hash, verify } from '@node-rs/argon2';
import { once } from '../../util/once.ts';

/** The shortest password that people may choose, as NIST SP 800-63B recommends. */
export const minPasswordLength = 15;
/** Longer texts would only cost time. */
export const maxPasswordLength = 256;

/** Verified for people who don't exist or have no password, so that the answer takes as long as for others. */
const ofNobody = once(() => hash('a password that nobody has'));

/** The password in argon2id's own form, with its salt and costs. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** True for the right password; `stored` is `null` for a person without one. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? (await ofNobody()), password.slice(0, maxPasswordLength));
  return isRight && stored !== null;
}
