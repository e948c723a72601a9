import type { Fault } from '../../contract/fault.ts';
import type { ToolId } from '../../contract/tools.ts';
import { internalFault } from '../../service/faults.ts';
import type { LedgerWallet } from '../accounts/wallet.ts';
import type { Channel } from '../database/channel.ts';
import type { Database } from '../database/database.ts';
import { pauseAfterFailure, lockAccount, makeWaitingJobsDue } from './lockedAccount.ts';
import { type StoredWork, storedWork } from './jobRow.ts';

/**
 * The maximum number of attempts at a job. It is low, because a job that crashes its worker also interrupts the
 * worker's other jobs.
 */
const maxAttempts = 3;
/** The delay until a job that was given back is due again. By then, the worker that gave it back takes no more jobs. */
const retryDelaySeconds = 2;

/** A worker's attempt at a job. The job belongs to the worker until another attempt starts. */
export interface Attempt {
  readonly job: string;
  readonly attempt: number;
  readonly account: string;
  readonly tool: ToolId;
  readonly inputBytes: number;
  readonly work: StoredWork;
}

type AttemptId = Pick<Attempt, 'job' | 'attempt' | 'account'>;

export type AttemptOutcome =
  | { readonly result: { readonly outputBytes: number; readonly outputFileName: string } }
  | { readonly fault: Fault };

/** A worker that takes jobs from the queue. */
interface QueueWorker {
  readonly worker: string;
  /** The worker's programs. It only takes jobs that need no others. */
  readonly programs: readonly string[];
}

interface Parts {
  readonly database: Database;
  readonly wallet: LedgerWallet;
  readonly dueChannel: Pick<Channel, 'send'>;
  /** The channel that announces the ids of ended jobs. */
  readonly endedChannel: Pick<Channel, 'send'>;
  /** The time after which a started job is due again, unless its worker renews the lease. */
  readonly leaseMs: number;
}

const isDue = 'due_at <= now() and ended_at is null and programs <@ $1';

/** Starts and ends attempts at jobs. An attempt that isn't the job's current one any more changes nothing. */
export class Attempts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async isAnyDue({ programs }: Pick<QueueWorker, 'programs'>): Promise<boolean> {
    const { database } = this.#parts;
    const { rowCount } = await database.query(`select from network.jobs where ${isDue} limit 1`, [programs]);
    return rowCount === 1;
  }

  /**
   * Starts up to `count` jobs, beginning with those that have been due the longest. Includes jobs of workers whose
   * lease has ended. A job that was started too often, or that can't be read, fails instead.
   */
  async take({ worker, programs }: QueueWorker, count: number): Promise<Attempt[]> {
    const { database, leaseMs } = this.#parts;
    const { rows } = await database.query<Attempt & { work: unknown; isOutOfAttempts: boolean }>(
      `update network.jobs set status = 'Processing', attempt = attempt + 1, worker = $2,
         due_at = now() + $3 * interval '1 millisecond'
       where id = any (array(
         select id from network.jobs where ${isDue} order by due_at, sequence limit $4 for update skip locked))
       returning id as job, attempt, account, tool, input_bytes::float8 as "inputBytes", work,
         attempt - uncounted > $5 as "isOutOfAttempts"`,
      [programs, worker, leaseMs, count, maxAttempts],
    );
    const [attempts, failed]: [Attempt[], AttemptId[]] = [[], []];
    for (const { isOutOfAttempts, ...row } of rows) {
      const { success, data } = storedWork.safeParse(row.work);
      if (success && !isOutOfAttempts) attempts.push({ ...row, work: data });
      else failed.push(row);
    }
    // If the failure of a job can't be recorded now, the job is due again when its lease ends.
    await Promise.allSettled(failed.map((each) => this.end(each, { fault: internalFault }, 0)));
    return attempts;
  }

  /** Renews the leases of a worker and its attempts. @returns the attempts that are still current */
  async renew<Own extends AttemptId>(
    { worker, programs }: QueueWorker,
    running: readonly Own[],
  ): Promise<Set<Own>> {
    const { database, leaseMs } = this.#parts;
    const { rows } = await database.query<AttemptId>(
      `with beat as (
         insert into network.workers (id, programs) values ($1, $2)
         on conflict (id) do update set programs = excluded.programs, beat_at = now())
       update network.jobs j set due_at = now() + $3 * interval '1 millisecond'
       from unnest($4::uuid[], $5::smallint[]) as own (job, attempt)
       where j.id = own.job and j.attempt = own.attempt and worker = $1 and status = 'Processing'
       returning j.id as job, j.attempt`,
      [worker, programs, leaseMs, running.map(({ job }) => job), running.map(({ attempt }) => attempt)],
    );
    const current = new Set(rows.map(({ job, attempt }) => `${job}-${attempt}`));
    return new Set(running.filter(({ job, attempt }) => current.has(`${job}-${attempt}`)));
  }

  /**
   * Ends a job, refunds it if it failed, and makes the account's next job due, in one transaction. If the job exhausted
   * its limits, the account pauses for as long as the job ran.
   * @returns `false` if the attempt isn't current any more, so that its result isn't needed
   */
  async end(
    { job, attempt, account }: AttemptId,
    outcome: AttemptOutcome,
    spentSeconds: number,
  ): Promise<boolean> {
    const { database, wallet, dueChannel, endedChannel } = this.#parts;
    const { result, fault } = { result: undefined, fault: undefined, ...outcome };
    const counts = await database.transaction(async (connection) => {
      const locked = await lockAccount(connection, account);
      const { rowCount } = await connection.query(
        `update network.jobs set status = $3, ended_at = clock_timestamp(), work = null,
           output_bytes = $4, output_file_name = $5, fault = $6
         where id = $1 and attempt = $2 and status = 'Processing'`,
        [job, attempt, fault ? 'Failed' : 'Succeeded', result?.outputBytes, result?.outputFileName, fault],
      );
      if (rowCount === 0) return false;
      if (fault) await wallet.refund(connection, job);
      await makeWaitingJobsDue(connection, await pauseAfterFailure(connection, locked, fault, spentSeconds), {
        ended: 1,
      });
      return true;
    });
    if (counts) {
      dueChannel.send();
      endedChannel.send(job);
    }
    return counts;
  }

  /**
   * Returns a job to the queue. If `counts` is true, the attempt counts against the job, because the job may have
   * caused the failure.
   */
  async release({ job, attempt }: AttemptId, counts = true): Promise<void> {
    await this.#parts.database.query(
      `update network.jobs set status = 'Queued', worker = null, uncounted = uncounted + $3,
         due_at = now() + $4 * interval '1 second'
       where id = $1 and attempt = $2 and status = 'Processing'`,
      [job, attempt, counts ? 0 : 1, retryDelaySeconds],
    );
  }
}
