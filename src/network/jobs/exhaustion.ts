import { type Fault, faultCode, type FaultId } from '../../contract/faults/fault.ts';
import { passingFaults } from '../../service/faults.ts';
import type { Queryable } from '../database/database.ts';
import type { LockedAccount } from './lockedAccount.ts';

const exhausting: ReadonlySet<FaultId> = new Set([
  'conversion.memory',
  'conversion.output',
  'conversion.processes',
]);
/** The longest pause that doubling leads to. A pause is never shorter than the time that the job took. */
const maxDoubledSeconds = 3600;
/** A job that failed otherwise after less time causes no pause: people often have damaged files. */
const minPausedSeconds = 60;
/** The time after a pause in which an account runs one job at a time. */
const slowSeconds = 600;

/**
 * Pauses an account after a job that exhausted its time, memory, or space. Failed jobs are free, so the pause is as
 * long as the job took. If the account is still limited to one job at a time, the pause is also at least twice as long
 * as the last one. A success ends the doubling. A job that took long and failed otherwise causes a pause, but no limit.
 * @returns the updated account
 */
export async function pauseAfterFailure(
  connection: Queryable,
  account: LockedAccount,
  fault: Fault | undefined,
  spentSeconds: number,
): Promise<LockedAccount> {
  const { id, slowed } = account;
  if (fault === undefined && account.pauseSeconds > 0)
    await connection.query('update network.accounts set rest_seconds = 0 where id = $1', [id]);
  if (fault === undefined) return account;
  if (!isExhaustion(fault)) {
    const isCostly = spentSeconds >= minPausedSeconds && !passingFaults.has(fault.id);
    return isCostly ? pause(connection, account, spentSeconds) : account;
  }
  const doubled = slowed ? Math.min(2 * account.pauseSeconds, maxDoubledSeconds) : 0;
  const pauseSeconds = Math.max(spentSeconds, doubled);
  await connection.query(
    `update network.accounts set rest_seconds = $2,
       rests_until = now() + $2 * interval '1 second', slowed_until = now() + ($2 + $3) * interval '1 second'
     where id = $1`,
    [id, pauseSeconds, slowSeconds],
  );
  return { ...account, pauseSeconds, waitSeconds: pauseSeconds, slowed: true };
}

/** Pauses an account, without limiting its jobs in parallel. */
async function pause(
  connection: Queryable,
  account: LockedAccount,
  spentSeconds: number,
): Promise<LockedAccount> {
  const waitSeconds = Math.max(account.waitSeconds, spentSeconds);
  await connection.query(
    `update network.accounts set rests_until = now() + $2 * interval '1 second' where id = $1`,
    [account.id, waitSeconds],
  );
  return { ...account, waitSeconds };
}

function isExhaustion(fault: Fault): boolean {
  return faultCode(fault) === 'conversion.timed_out' || exhausting.has(fault.id);
}
