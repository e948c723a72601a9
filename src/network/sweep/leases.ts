import type { Queryable } from '../database/database.ts';

/**
 * Takes a lease that nobody else has, or renews it, for a number of seconds.
 * @returns true if the holder has the lease now
 */
export async function takeLease(
  database: Queryable,
  name: string,
  holder: string,
  seconds: number,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into network.leases as l (name, holder, ends_at) values ($1, $2, now() + $3 * interval '1 second')
     on conflict (name) do update set holder = excluded.holder, ends_at = excluded.ends_at
     where l.ends_at <= now() or l.holder = excluded.holder`,
    [name, holder, seconds],
  );
  return rowCount === 1;
}

/** Ends a lease early if the holder still has it. */
export async function endLease(database: Queryable, name: string, holder: string): Promise<void> {
  await database.query('delete from network.leases where name = $1 and holder = $2', [name, holder]);
}
