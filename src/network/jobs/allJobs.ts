import type { JobStatus } from '../../contract/jobRecord.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { LedgerWallet } from '../accounts/wallet.ts';
import type { Database, Queryable } from '../database/database.ts';
import { endedChannelName } from './endedJobs.ts';
import { isJobId } from './jobRow.ts';
import { lockAccount, makeWaitingJobsDue } from './lockedAccount.ts';

/** A job as the operator sees it, without the user's file names and options. */
export interface ListedJob {
  readonly id: string;
  /** The account's name. */
  readonly account: string;
  readonly tool: ToolId;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly worker: string | null;
  readonly credits: number;
  readonly inputBytes: number;
  readonly outputBytes: number | null;
  /** The file extension of the result; `null` until there is a result. */
  readonly format: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly fault: unknown;
}

const columns = `j.id, a.name as account, tool, status, attempt, worker, credits, input_bytes::float8 as "inputBytes",
  output_bytes::float8 as "outputBytes", lower(substring(output_file_name from '\\.([A-Za-z0-9]{1,10})$')) as format, j.created_at as "createdAt", ended_at as "endedAt", fault`;
const tables = 'network.jobs j join network.accounts a on a.id = j.account';

interface ListedJobFilter {
  /** The id of an account; `undefined` for all accounts. */
  readonly account: string | undefined;
  readonly status: JobStatus | undefined;
  readonly limit: number;
}

/** Returns the latest jobs that match, the newest first. */
export async function listJobs(
  database: Queryable,
  { account, status, limit }: ListedJobFilter,
): Promise<ListedJob[]> {
  const sql = `select ${columns} from ${tables}
    where ($1::uuid is null or j.account = $1) and ($2::text is null or status = $2)
    order by sequence desc limit $3`;
  return (await database.query<ListedJob>(sql, [account, status, limit])).rows;
}

export async function jobWithId(database: Queryable, id: string): Promise<ListedJob | undefined> {
  if (!isJobId(id)) return undefined;
  return (await database.query<ListedJob>(`select ${columns} from ${tables} where j.id = $1`, [id])).rows[0];
}

/**
 * Cancels a job and refunds it in one transaction. A worker that is converting it stops at its next heartbeat.
 * @returns `false` if the job has ended already or is unknown
 */
export async function cancelJob(database: Database, wallet: LedgerWallet, id: string): Promise<boolean> {
  return database.transaction(async (connection) => {
    const { rows } = await connection.query<{ account: string }>(
      'select account from network.jobs where id = $1',
      [id],
    );
    for (const row of rows) {
      const account = await lockAccount(connection, row.account);
      const { rows: canceled } = await connection.query<{ isInFlight: boolean }>(
        `update network.jobs set status = 'Canceled', ended_at = clock_timestamp(), work = null
         where id = $1 and status in ('Queued', 'Processing') returning due_at is not null as "isInFlight"`,
        [id],
      );
      for (const { isInFlight } of canceled) {
        await wallet.refund(connection, id);
        await connection.query('select pg_notify($1, $2)', [endedChannelName, id]);
        await makeWaitingJobsDue(connection, account, isInFlight ? { ended: 1 } : { added: -1 });
        return true;
      }
    }
    return false;
  });
}
