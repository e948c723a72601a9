import type { Fault } from '../../contract/faults/fault.ts';
import type { ToolId } from '../../contract/tools.ts';
import { internalFault } from '../../service/faults.ts';
import type { Wallet } from '../credits/wallet.ts';
import type { Database, Queryable } from '../database/database.ts';
import { endDoubling, isExhaustion, rest } from './exhaustion.ts';
import { enqueue, lockAccount, type LockedAccount, topUp } from './lockedAccount.ts';
import { type StoredWork, storedWork } from './storedWork.ts';

/** How often a job is begun before it fails: a worker that dies of it takes other jobs along. */
export const maxAttempts = 3;
/** When a job comes again that was given back: whoever gave it back rests by then. */
const againSeconds = 2;

/** A job that a worker has begun, and that is its own until another attempt begins. */
export interface Attempt {
  readonly job: string;
  readonly attempt: number;
  readonly account: string;
  readonly tool: ToolId;
  readonly inputBytes: number;
  readonly work: StoredWork;
}

type AttemptId = Pick<Attempt, 'job' | 'attempt' | 'account'>;

export interface AttemptResult {
  readonly outputBytes: number;
  readonly outputFileName: string;
}

interface Parts {
  readonly database: Database;
  readonly wallet: Wallet;
}

/** Begins and ends jobs. Whatever an attempt says that is no longer the job's current one changes nothing. */
export class Attempts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins a job; `undefined` where there is nothing to do: it has ended, or was begun too often and has failed now. */
  async begin(job: string, worker: string): Promise<Attempt | undefined> {
    const { rows } = await this.#parts.database.query<Omit<Attempt, 'work'> & { work: unknown }>(
      `update network.jobs set status = 'Processing', attempt = attempt + 1, worker = $2
       where id = $1 and status = 'Queued' and dispatched and attempt - uncounted < $3
       returning id as job, attempt, account, tool, input_bytes::float8 as "inputBytes", work`,
      [job, worker, maxAttempts],
    );
    const [begun] = rows;
    if (begun !== undefined) return { ...begun, work: storedWork.parse(begun.work) };
    await this.#giveUp(job);
    return undefined;
  }

  /** @returns `false` for a late attempt, whose result nobody will ask for */
  async succeed(attempt: AttemptId, { outputBytes, outputFileName }: AttemptResult): Promise<boolean> {
    return this.#end(attempt, async (connection, account) => {
      const { rowCount } = await connection.query(
        `update network.jobs set status = 'Succeeded', ended_at = clock_timestamp(), work = null, output_bytes = $3, output_file_name = $4
         where id = $1 and attempt = $2 and status = 'Processing'`,
        [attempt.job, attempt.attempt, outputBytes, outputFileName],
      );
      if (rowCount !== 1) return undefined;
      await endDoubling(connection, account);
      return account;
    });
  }

  /**
   * Fails a job for good and gives its credits back; where it used up what it may take, its account rests for the time that
   * was spent on it. @returns as `succeed`
   */
  async fail(attempt: AttemptId, fault: Fault, spentSeconds: number): Promise<boolean> {
    return this.#fail(attempt, fault, 'Processing', spentSeconds);
  }

  /** The attempts that a worker has begun and not ended, as far as the database knows. */
  async ownedBy(worker: string): Promise<Pick<Attempt, 'job' | 'attempt'>[]> {
    const sql = `select id as job, attempt from network.jobs where worker = $1 and dispatched and status = 'Processing'`;
    return (await this.#parts.database.query<Attempt>(sql, [worker])).rows;
  }

  /**
   * Gives a job back that could not be worked on here, for the queue to give it to another worker; `counts` says whether the
   * job itself may be the reason.
   */
  async release({ job, attempt }: Pick<Attempt, 'job' | 'attempt'>, counts = true): Promise<void> {
    await this.#parts.database.transaction(async (connection) => {
      const { rowCount } = await connection.query(
        `update network.jobs set status = 'Queued', worker = null, uncounted = uncounted + $3
         where id = $1 and attempt = $2 and status = 'Processing'`,
        [job, attempt, counts ? 0 : 1],
      );
      if (rowCount === 1) await enqueue(connection, job, againSeconds);
    });
  }

  /** Gives a job back that the queue has given and that was not begun. */
  async postpone(job: string): Promise<void> {
    await enqueue(this.#parts.database, job, againSeconds);
  }

  async #giveUp(job: string): Promise<void> {
    const { rows } = await this.#parts.database.query<AttemptId>(
      `select id as job, attempt, account from network.jobs
       where id = $1 and status = 'Queued' and dispatched and attempt - uncounted >= $2`,
      [job, maxAttempts],
    );
    for (const attempt of rows) await this.#fail(attempt, internalFault, 'Queued', 0);
  }

  async #fail(
    attempt: AttemptId,
    fault: Fault,
    from: 'Processing' | 'Queued',
    spentSeconds: number,
  ): Promise<boolean> {
    return this.#end(attempt, async (connection, account) => {
      const { rowCount } = await connection.query(
        `update network.jobs set status = 'Failed', ended_at = clock_timestamp(), work = null, fault = $3
         where id = $1 and attempt = $2 and status = $4`,
        [attempt.job, attempt.attempt, fault, from],
      );
      if (rowCount !== 1) return undefined;
      await this.#parts.wallet.refund(connection, attempt.job);
      return isExhaustion(fault) ? rest(connection, account, spentSeconds) : account;
    });
  }

  /**
   * All of it in one transaction: the job's end, its refund, its leaving the queue, and the next job's entering it. `end` resolves
   * to the account as it is then; `undefined` where the attempt is late.
   */
  async #end(
    { job, account: id }: AttemptId,
    end: (connection: Queryable, account: LockedAccount) => Promise<LockedAccount | undefined>,
  ): Promise<boolean> {
    return this.#parts.database.transaction(async (connection) => {
      const account = await end(connection, await lockAccount(connection, id));
      if (account === undefined) return false;
      await topUp(connection, account, { ended: 1 });
      await connection.query('select graphile_worker.remove_job($1)', [job]);
      return true;
    });
  }
}
