import type { TierLimits } from '../../contract/tiers.ts';
import type { Account } from '../accounts/accounts.ts';
import { parallelLimit, planColumn } from '../accounts/plans.ts';
import type { Queryable } from '../database/database.ts';

/** What an account has to do now. */
export interface AccountLoad {
  /** Jobs that were not given to the queue yet. */
  readonly waiting: number;
  /** Jobs at the workers, or on their way there. */
  readonly inFlight: number;
  /** Whether it has one job at a time. */
  readonly slowed: boolean;
}

/** An account whose row is locked: nobody else accepts or ends a job of it until the transaction is over. */
export interface LockedAccount extends Account, AccountLoad {
  /** How long its next job has to wait. */
  readonly waitSeconds: number;
  /** How long its latest rest is, or was; 0 once a job has succeeded since. */
  readonly restSeconds: number;
}

/** The columns of a load. */
export const loadColumns = `waiting, in_flight as "inFlight", coalesce(slowed_until > now(), false) as slowed`;

/** How many jobs of an account may be in flight. */
export function maxInFlight(
  { slowed }: Pick<AccountLoad, 'slowed'>,
  { maxParallelJobs }: ParallelLimit,
): number {
  return slowed ? 1 : maxParallelJobs;
}

type ParallelLimit = Pick<TierLimits, 'maxParallelJobs'>;

/** Locks the row of an account. Whoever locks one of its jobs, too, does so afterwards. */
export async function lockAccount(connection: Queryable, id: string): Promise<LockedAccount> {
  const { rows } = await connection.query<LockedAccount>(
    `select id, name, plan, ${planColumn}, allowance, disabled_at is not null as disabled, ${loadColumns},
       rest_seconds as "restSeconds",
       coalesce(greatest(extract(epoch from rests_until - now()), 0), 0)::float8 as "waitSeconds"
     from network.accounts where id = $1 for no key update`,
    [id],
  );
  const [account] = rows;
  if (account === undefined) throw new Error(`There is no account ${id}.`);
  return account;
}

/**
 * Gives the oldest jobs that wait to the queue, as many as the plan runs in parallel, so that no account fills it, and none that
 * rests begins one before that is over; `ended` jobs are at the workers no longer, and `added` are new in line.
 */
export async function topUp(
  connection: Queryable,
  account: LockedAccount,
  { added = 0, ended = 0 }: { readonly added?: number; readonly ended?: number },
): Promise<void> {
  const { id, waiting, inFlight, waitSeconds } = account;
  const room = Math.max(0, maxInFlight(account, parallelLimit(account)) - inFlight + ended);
  const { rows } = await connection.query<{ job: string }>(
    `update network.jobs set dispatched = true where id in (
       select id from network.jobs where account = $1 and status = 'Queued' and not dispatched
       order by sequence limit $2)
     returning id as job`,
    [id, room],
  );
  for (const { job } of rows) await enqueue(connection, job, waitSeconds);
  await connection.query('update network.accounts set waiting = $2, in_flight = $3 where id = $1', [
    id,
    waiting + added - rows.length,
    inFlight - ended + rows.length,
  ]);
}

/**
 * Puts a job into the queue, once, for the first worker that has a place after `delaySeconds`. How often it is tried is for
 * its row to say.
 */
export async function enqueue(connection: Queryable, job: string, delaySeconds = 0): Promise<void> {
  await connection.query(
    `select graphile_worker.add_job(task, json_build_object('job', id), run_at := now() + $2 * interval '1 second',
       job_key := id::text, max_attempts := 1000) from network.jobs where id = $1`,
    [job, delaySeconds],
  );
}
