import type { Savings } from '../../credits/savings.ts';
import { sizeText } from './amounts.ts';
import { chargesText } from './credits.ts';
import { say, type Words } from './words.ts';

/** What a month came to; `undefined` where there is nothing to tell. */
export function monthText({ savedBytes, ...charge }: Savings): Words | undefined {
  const saved = savedBytes > 0 ? sizeText(savedBytes) : undefined;
  const spent = chargesText([charge]);
  if (saved !== undefined && spent !== undefined)
    return say('This month: {0} saved, {1} spent', saved, spent);
  if (saved !== undefined) return say('This month: {0} saved', saved);
  return spent && say('This month: {0} spent', spent);
}
