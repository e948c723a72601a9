import path from 'node:path';
import { ownExtensions } from '../../contract/extensions.ts';
import type { ToolId } from '../../contract/tools.ts';
import { invalidKeyError, serviceError } from '../../service/faults.ts';
import type { CallerJobs, JobOutput, VisibleJob } from '../../service/server/caller.ts';
import type { NewJob } from '../../service/server/jobs/job.ts';
import { removeJobFolder, expired, withOutput } from '../../service/server/jobs/jobOutput.ts';
import { checkQueueLimits } from '../../service/server/jobs/queue.ts';
import {
  type AcceptedSubmission,
  checkSameRequest,
  type Repeatable,
} from '../../service/server/jobs/repeatable.ts';
import type { CreditsLeft } from '../../service/server/jobs/wallet.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { KeyedLock } from '../../util/keyedLock.ts';
import { lockValidKey, type KeyedAccount } from '../accounts/keys.ts';
import { planOf } from '../accounts/plans.ts';
import type { LedgerWallet } from '../accounts/wallet.ts';
import type { Channel } from '../database/channel.ts';
import { type Database, type Queryable, UnknownOutcome } from '../database/database.ts';
import { saturated } from '../store/diskSpace.ts';
import {
  incomingKey,
  resultKey,
  openJobFile,
  ObjectMissing,
  type ObjectStore,
} from '../store/objectStore.ts';
import { AccountUploads, markUploadUsed } from './accountUploads.ts';
import type { EndedJobs } from './endedJobs.ts';
import {
  findJob,
  type StoredJob,
  inputNames,
  neededPrograms,
  type StoredWork,
  storedWorkOf,
} from './jobRow.ts';
import {
  type AccountLoad,
  loadColumns,
  lockAccount,
  maxInFlight,
  makeWaitingJobsDue,
} from './lockedAccount.ts';

/** The maximum time for which a submission waits for other submissions of its account. */
const timeoutMs = 15_000;

/** The objects that the jobs of all accounts share. */
export interface AccountJobsParts {
  readonly database: Database;
  readonly wallet: LedgerWallet;
  readonly metrics: { readonly credits: { inc(credits: number): void } };
  readonly dueChannel: Pick<Channel, 'send'>;
  readonly endedJobs: Pick<EndedJobs, 'watch'>;
  readonly store: ObjectStore;
  readonly retentionMs: number;
  /** The space in the store for uploads that no job has used yet. */
  readonly uploadSpaceBytes: number;
  /** The maximum number of jobs of all accounts that are due or being processed. */
  readonly maxJobsInFlight: number;
  /**
   * Lets only one submission of an account at a time wait for the account's row, so that a locked account takes one
   * connection.
   */
  readonly submissionLocks: KeyedLock;
}

/** The jobs of one account, for one request. They are the same on every node. */
export class AccountJobs implements CallerJobs {
  readonly #parts: AccountJobsParts;
  readonly #account: KeyedAccount;
  readonly uploads?: AccountUploads;
  /** The id of the job that the request submitted. */
  submitted: string | undefined;

  constructor(parts: AccountJobsParts, account: KeyedAccount) {
    this.#parts = parts;
    this.#account = account;
    const { uploads } = parts.store;
    if (uploads) this.uploads = new AccountUploads({ ...parts, uploads }, account.id);
  }

  async checkCapacity(): Promise<void> {
    const { database, wallet } = this.#parts;
    const { rows } = await database.query<AccountLoad>(
      `select ${loadColumns} from network.accounts where id = $1`,
      [this.#account.id],
    );
    for (const load of rows) await this.#checkLoad(database, load);
    await wallet.check(database, this.#account, 1);
  }

  /**
   * Submits a job. Stores its files first, so that no transaction is open during the transfer. Everything else happens
   * in one transaction.
   */
  async submit(
    job: NewJob,
    credits: number,
    disconnected: AbortSignal,
    repeatable?: Repeatable,
  ): Promise<VisibleJob> {
    const work = storedWorkOf(job);
    let earlier: string | undefined;
    try {
      await this.#storeInputs(job, work, disconnected);
      const timeout = AbortSignal.timeout(timeoutMs);
      await this.#parts.submissionLocks.run(this.#account.id, async () => {
        disconnected.throwIfAborted();
        if (timeout.aborted) throw saturated();
        await this.#parts.database.transaction(async (connection) => {
          earlier = await this.#accept(connection, job, work, credits, repeatable);
          disconnected.throwIfAborted();
        });
      });
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) await this.#deleteInputs(job, work);
      throw error;
    }
    await removeJobFolder(job);
    this.submitted = earlier ?? job.id;
    if (earlier !== undefined) {
      await this.#deleteInputs(job, work);
      return this.job(job.tool, earlier);
    }
    this.#parts.metrics.credits.inc(credits);
    this.#parts.dueChannel.send();
    const { id, tool, inputBytes } = job;
    return { id, tool, inputBytes, charge: { credits }, state: { status: 'Queued' } };
  }

  async accepted(key: string): Promise<AcceptedSubmission | undefined> {
    return findSubmission(this.#parts.database, this.#account.id, key);
  }

  watch(id: string, onMayHaveEnded: () => void): Disposable {
    return this.#parts.endedJobs.watch(id, onMayHaveEnded);
  }

  async job(tool: ToolId, id: string): Promise<StoredJob> {
    const job = await findJob(this.#parts.database, this.#account.id, tool, id);
    if (job === undefined) throw serviceError('jobs.not_found', 'There is no job with this identifier.');
    return job;
  }

  async output(tool: ToolId, id: string): Promise<JobOutput> {
    const { store, retentionMs } = this.#parts;
    const { state, attempt, now } = await this.job(tool, id);
    const { outputBytes, outputFileName } = withOutput(state, now - retentionMs);
    const { sign } = store;
    const key = resultKey(id, attempt);
    const open = () =>
      store.get(key).catch((error: unknown) => {
        throw error instanceof ObjectMissing ? expired() : error;
      });
    return {
      bytes: outputBytes,
      fileName: outputFileName,
      open,
      ...(sign && { sign: async (headers) => sign(key, headers) }),
    };
  }

  async credits(): Promise<CreditsLeft | undefined> {
    return this.#parts.wallet.left(this.#parts.database, this.#account);
  }

  /** Accepts a job. @returns the id of the earlier job if the submission repeats an accepted one */
  async #accept(
    connection: Queryable,
    job: NewJob,
    work: StoredWork,
    credits: number,
    repeatable: Repeatable | undefined,
  ): Promise<string | undefined> {
    const { wallet } = this.#parts;
    const account = await lockAccount(connection, this.#account.id);
    // The key is checked again, because it may have been revoked during the upload.
    if (account.disabled || !(await lockValidKey(connection, this.#account.keyId))) throw invalidKeyError();
    const earlier = repeatable && (await findSubmission(connection, account.id, repeatable.key));
    if (earlier) {
      checkSameRequest(repeatable, earlier);
      return earlier.jobId;
    }
    await this.#checkLoad(connection, account);
    if (job.parts !== undefined) await markUploadUsed(connection, account.id, job.id);
    await wallet.charge(connection, account, job, credits);
    await connection.query(
      `insert into network.jobs (id, account, tool, work, programs, input_bytes, credits)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [job.id, account.id, job.tool, work, neededPrograms(work), job.inputBytes, credits],
    );
    if (repeatable) await saveSubmission(connection, account.id, repeatable, job.id);
    await makeWaitingJobsDue(connection, account, { added: 1 });
    return undefined;
  }

  async #checkLoad(database: Queryable, account: AccountLoad): Promise<void> {
    const { maxJobsInFlight } = this.#parts;
    const { rows } = await database.query<{ all: number }>(
      'select coalesce(sum(in_flight), 0)::int as all from network.accounts where in_flight > 0',
    );
    const { inFlight, waiting } = account;
    const load = { running: inFlight, waiting, slotsTaken: rows[0]?.all ?? 0 };
    const { limits } = planOf(this.#account);
    const maxParallelJobs = maxInFlight(account, limits);
    checkQueueLimits(load, { ...limits, maxParallelJobs, poolSlots: maxJobsInFlight });
  }

  async #storeInputs({ id, folder }: NewJob, work: StoredWork, disconnected: AbortSignal): Promise<void> {
    for (const name of namesInFolder(work)) {
      disconnected.throwIfAborted();
      const { bytes, content } = await openJobFile(path.join(folder, name));
      await this.#parts.store.put(incomingKey(id, name), content, bytes);
    }
  }

  /** If a file can't be deleted now, the sweeper deletes it later. */
  async #deleteInputs({ id }: NewJob, work: StoredWork): Promise<void> {
    const keys = namesInFolder(work).map((name) => incomingKey(id, name));
    await Promise.allSettled(keys.map((key) => this.#parts.store.delete(key)));
  }
}

/** The names of the files that the node stores. An upload is stored already, and remains usable after a refusal. */
function namesInFolder(work: StoredWork): string[] {
  return work.parts === undefined ? inputNames(work) : [];
}

const { idempotencyKeySeconds } = ownExtensions;
/** True for a submission that clients can’t repeat any more. */
export const isExpired = `accepted_at < now() - ${idempotencyKeySeconds} * interval '1 second'`;

/** Finds the accepted submission that an account sent with an idempotency key. */
async function findSubmission(
  database: Queryable,
  account: string,
  key: string,
): Promise<AcceptedSubmission | undefined> {
  const { rows } = await database.query<AcceptedSubmission>(
    `select fingerprint, job as "jobId" from network.submissions
     where account = $1 and key = $2 and not ${isExpired}`,
    [account, key],
  );
  return rows[0];
}

/** Stores a submission in the transaction that accepts its job. The account's row must be locked. */
async function saveSubmission(
  connection: Queryable,
  account: string,
  { key, fingerprint }: Repeatable,
  job: string,
): Promise<void> {
  await connection.query(
    `insert into network.submissions (account, key, fingerprint, job) values ($1, $2, $3, $4)
     on conflict (account, key) do update
     set fingerprint = excluded.fingerprint, job = excluded.job, accepted_at = excluded.accepted_at`,
    [account, key, fingerprint, job],
  );
}
