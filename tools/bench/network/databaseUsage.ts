import type { Queryable } from '../../../src/network/database/database.ts';
import { usageOf } from '../support/processTree.ts';

/** The processor time that a database server has used so far, in seconds, including all its connections. */
export async function databaseSeconds(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`,
  );
  return usageOf(rows[0]?.pid ?? 0).cpuSeconds;
}
