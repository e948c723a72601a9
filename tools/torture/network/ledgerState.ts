import type { Database } from '../../../src/network/database/database.ts';
import { verifyLedger } from '../../../src/network/accounts/wallet.ts';

/** A job in the database, with its ledger entries. */
export interface BookedJob {
  readonly id: string;
  /** Identifies the job's submission. */
  readonly inputBytes: number;
  readonly status: string;
  readonly charges: number;
  readonly refunds: number;
  /** Its cost, and the refund. */
  readonly credits: number;
  readonly charged: number;
  readonly refunded: number;
}

/** The state of the database after the run. */
export interface LedgerState {
  readonly jobs: readonly BookedJob[];
  readonly sums: boolean;
  /** The number of ledger entries for jobs that don't exist. */
  readonly strayEntries: number;
  /** The number of jobs left in the queue, or still counted as running. */
  readonly leftOver: number;
  /**
   * The number of jobs that hadn't ended in time after the last fault, or after their submission if that was later.
   */
  readonly late: number;
}

const recoverySeconds = 90;

/** @param faultsOverAt the time when the last fault ended */
export async function readLedger(database: Database, faultsOverAt: Date): Promise<LedgerState> {
  const { rows: jobs } = await database.query<BookedJob>(`
    select j.id, j.input_bytes::int as "inputBytes", j.status, j.credits,
      count(l.id) filter (where l.kind = 'charge')::int as charges,
      count(l.id) filter (where l.kind = 'refund')::int as refunds,
      coalesce(-sum(l.credits) filter (where l.kind = 'charge'), 0)::int as charged,
      coalesce(sum(l.credits) filter (where l.kind = 'refund'), 0)::int as refunded
    from network.jobs j left join network.ledger l on l.job = j.id
    group by j.id order by j.sequence`);
  const { imbalances, wrongRefunds } = await verifyLedger(database);
  const { rows } = await database.query<{ strayEntries: number; leftOver: number; late: number }>(
    `
    select
      (select count(*)::int from network.ledger l where l.job is not null
         and not exists (select from network.jobs j where j.id = l.job)) as "strayEntries",
      ((select count(*) from network.jobs where ended_at is null) +
       (select coalesce(sum(waiting + in_flight), 0) from network.accounts))::int as "leftOver",
      (select count(*)::int from network.jobs
       where coalesce(ended_at, now()) > greatest($1, created_at) + $2 * interval '1 second') as late`,
    [faultsOverAt, recoverySeconds],
  );
  const [{ strayEntries, leftOver, late } = { strayEntries: 0, leftOver: 0, late: 0 }] = rows;
  return { jobs, strayEntries, leftOver, late, sums: imbalances.length + wrongRefunds.length === 0 };
}
