import { verifyLedger } from '../../../src/network/accounts/wallet.ts';
import type { Database } from '../../../src/network/database/database.ts';
import { counting } from '../findings.ts';
import type { JobOutcome, Sent } from './jobSender.ts';
import { kindOf, type Submission } from './submissions.ts';

/** A job in the database, with its ledger entries. */
interface BookedJob {
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
interface LedgerState {
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

/** The outcome of one submission, as its sender sees it. */
export interface SubmissionOutcome {
  readonly submission: Submission;
  readonly sent: Sent;
  readonly result: JobOutcome;
}

const nothing = {
  filesLost: 0,
  halfOutputs: 0,
  chargedTwice: 0,
  refundedTwice: 0,
  stuck: 0,
  stuckAfterRecovery: 0,
  ledgerSums: true,
};

/** The numbers of findings by kind. */
export type NetworkVerdict = typeof nothing;

interface NetworkEvidence {
  readonly outcomes: readonly SubmissionOutcome[];
  readonly books: LedgerState;
  /** The hash of the expected output for each kind of submission. */
  readonly expected: ReadonlyMap<string, string>;
  readonly tell: (line: string) => void;
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
  const { rows } = await database.query<Pick<LedgerState, 'late' | 'leftOver' | 'strayEntries'>>(
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
  const [counts = { strayEntries: 0, leftOver: 0, late: 0 }] = rows;
  return { jobs, ...counts, sums: imbalances.length + wrongRefunds.length === 0 };
}

/** Compares the clients' observations with the ledger. */
export function verdictOn({ outcomes, books, expected, tell }: NetworkEvidence): NetworkVerdict {
  const verdict = { ...nothing, stuckAfterRecovery: books.late, ledgerSums: books.sums };
  const find = counting<Exclude<keyof NetworkVerdict, 'ledgerSums'>>(verdict, tell);
  const bySize = Map.groupBy(books.jobs, ({ inputBytes }) => inputBytes);
  for (const { submission, sent, result } of outcomes) {
    const { name, body } = submission;
    const [job, ...others] = bySize.get(body.length) ?? [];
    if (others.length > 0) find('chargedTwice', `${name} is ${others.length + 1} jobs`);
    if (job === undefined) {
      find('filesLost', `${name} was accepted as ${sent.id}, but has no job`);
      continue;
    }
    const { id, status, credits, charges, refunds, charged, refunded } = job;
    const due = charges > 0 ? credits : 0;
    const back = status === 'Failed' ? due : 0;
    if (status !== 'Succeeded' && status !== 'Failed') find('stuck', `${name}, ${id}, is ${status}`);
    if (charges > 1 || charged > due)
      find('chargedTwice', `${name}, ${id}, cost ${charged} credits in ${charges} entries`);
    if (refunds > 1 || refunded > back)
      find('refundedTwice', `${name}, ${id}, gave back ${refunded} credits`);
    if (refunded < back)
      find('filesLost', `${name}, ${id}, failed and gave back ${refunded} of ${credits} credits`);
    if (status !== 'Succeeded') continue;
    if (typeof result === 'string') find('filesLost', `the result of ${name}, ${id}, is ${result}`);
    else if (result.hash !== expected.get(kindOf(submission))) find('halfOutputs', `${name}, ${id}`);
  }
  if (books.strayEntries > 0) find('chargedTwice', `${books.strayEntries} entries are for no job`);
  if (books.leftOver > 0)
    find('stuck', `${books.leftOver} jobs are left in the queue or counted as in flight`);
  return verdict;
}
