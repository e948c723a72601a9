import { type Fault, faultCode, type FaultId } from '../../contract/fault.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import { passingFaults } from '../../service/faults.ts';
import type { Account } from '../accounts/accounts.ts';
import { parallelLimit, planColumn } from '../accounts/plans.ts';
import type { Queryable } from '../database/database.ts';

/** Counts of an account's jobs. */
export interface AccountLoad {
  /** The number of waiting jobs that aren't due. */
  readonly waiting: number;
  /** The number of jobs that are due or being processed. */
  readonly inFlight: number;
  /** True if the account is limited to one job at a time. */
  readonly slowed: boolean;
}

/** An account whose row is locked. Until the transaction ends, no other transaction accepts or ends one of its jobs. */
interface LockedAccount extends Account, AccountLoad {
  /** The remaining time until the account's next job may start. */
  readonly waitSeconds: number;
  /** The length of the account's latest pause; 0 if a job has succeeded since. */
  readonly pauseSeconds: number;
}

/** The columns of `AccountLoad` in a SQL statement. */
export const loadColumns = `waiting, in_flight as "inFlight", coalesce(slowed_until > now(), false) as slowed`;

/** Returns the maximum number of an account's jobs that may be due or being processed. */
export function maxInFlight(
  { slowed }: Pick<AccountLoad, 'slowed'>,
  { maxParallelJobs }: ParallelLimit,
): number {
  return slowed ? 1 : maxParallelJobs;
}

type ParallelLimit = Pick<TierLimits, 'maxParallelJobs'>;

/** Locks the row of an account. To avoid deadlocks, lock the account's jobs only afterwards. */
export async function lockAccount(connection: Queryable, id: string): Promise<LockedAccount> {
  const { rows } = await connection.query<LockedAccount>(
    `select id, name, plan, ${planColumn}, allowance, disabled_at is not null as disabled, ${loadColumns},
       rest_seconds as "pauseSeconds",
       coalesce(greatest(extract(epoch from rests_until - now()), 0), 0)::float8 as "waitSeconds"
     from network.accounts where id = $1 for no key update`,
    [id],
  );
  const [account] = rows;
  if (account === undefined) throw new Error(`Unknown account: ${id}`);
  return account;
}

/**
 * Makes the oldest waiting jobs due, as many as the plan runs in parallel, so that no account fills the queue. They are
 * due after the account's pause. `ended` is the number of jobs that have just ended, and `added` the number that have
 * just been accepted.
 */
export async function makeWaitingJobsDue(
  connection: Queryable,
  account: LockedAccount,
  { added = 0, ended = 0 }: { readonly added?: number; readonly ended?: number },
): Promise<void> {
  const { id, waiting, inFlight, waitSeconds } = account;
  const slots = Math.max(0, maxInFlight(account, parallelLimit(account)) - inFlight + ended);
  await connection.query(
    `with next as (
       update network.jobs set due_at = now() + $3 * interval '1 second' where id = any (array(
         select id from network.jobs where account = $1 and ended_at is null and due_at is null
         order by sequence limit $2))
       returning id)
     update network.accounts set waiting = $4 - count, in_flight = $5 + count
     from (select count(*) from next) as moved where id = $1`,
    [id, slots, waitSeconds, waiting + added, inFlight - ended],
  );
}

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
