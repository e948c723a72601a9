import { type Fault, faultCode } from '../../contract/faults/fault.ts';
import type { FaultId } from '../../contract/faults/faultSentences.ts';
import type { Queryable } from '../database/database.ts';
import type { LockedAccount } from './lockedAccount.ts';

const exhausting: ReadonlySet<FaultId> = new Set(['conversion.memory', 'conversion.output']);
/** A rest is never shorter than the time that was spent; doubling ends here. */
const mostDoubledSeconds = 3600;
/** How long an account has one job at a time after its rest. */
const slowSeconds = 600;

/** Whether a job failed because it used up the time, the memory or the space that it may take. */
export function isExhaustion(fault: Fault): boolean {
  return faultCode(fault) === 'conversion.timed_out' || exhausting.has(fault.id);
}

/**
 * Lets an account rest for as long as its job took, since nobody pays for that job, and twice as long as the last time where
 * it was slowed down already. @returns the account as it is then
 */
export async function rest(
  connection: Queryable,
  account: LockedAccount,
  spentSeconds: number,
): Promise<LockedAccount> {
  const doubled = account.slowed ? Math.min(2 * account.restSeconds, mostDoubledSeconds) : 0;
  const restSeconds = Math.max(spentSeconds, doubled);
  await connection.query(
    `update network.accounts set rest_seconds = $2,
       rests_until = now() + $2 * interval '1 second', slowed_until = now() + ($2 + $3) * interval '1 second'
     where id = $1`,
    [account.id, restSeconds, slowSeconds],
  );
  return { ...account, restSeconds, waitSeconds: restSeconds, slowed: true };
}

/** Forgets how long an account had to rest, since one of its jobs succeeded. */
export async function endDoubling(connection: Queryable, { id, restSeconds }: LockedAccount): Promise<void> {
  if (restSeconds > 0)
    await connection.query('update network.accounts set rest_seconds = 0 where id = $1', [id]);
}
