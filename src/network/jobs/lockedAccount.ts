import type { TierLimits } from '../../contract/tiers.ts';
import type { Account } from '../accounts/accounts.ts';
import { parallelLimit, planColumn } from '../accounts/plans.ts';
import type { Queryable } from '../database/database.ts';

/** The number of an account's jobs. */
export interface AccountLoad {
  /** Waiting jobs that aren't due. */
  readonly waiting: number;
  /** Jobs that are due, or at the workers. */
  readonly inFlight: number;
  /** True if it has one job at a time. */
  readonly slowed: boolean;
}

/** An account whose row is locked: until the transaction ends, nobody else accepts or ends one of its jobs. */
export interface LockedAccount extends Account, AccountLoad {
  /** The rest before its next job. */
  readonly waitSeconds: number;
  /** The length of its latest rest; 0 if a job has succeeded since. */
  readonly restSeconds: number;
}

/** The columns of a load. */
export const loadColumns = `waiting, in_flight as "inFlight", coalesce(slowed_until > now(), false) as slowed`;

/** The maximum number of an account's jobs in flight. */
export function maxInFlight(
  { slowed }: Pick<AccountLoad, 'slowed'>,
  { maxParallelJobs }: ParallelLimit,
): number {
  return slowed ? 1 : maxParallelJobs;
}

type ParallelLimit = Pick<TierLimits, 'maxParallelJobs'>;

/** Locks the row of an account. To avoid deadlocks, lock its jobs afterwards. */
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
 * Makes the oldest waiting jobs due, as many as the plan runs in parallel, so that no account fills the queue. They are due
 * after the account's rest. `ended` jobs have left the workers, and `added` ones are newly waiting.
 */
export async function topUp(
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
