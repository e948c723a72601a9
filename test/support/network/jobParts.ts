import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KeyedAccount } from '../../../src/network/accounts/keys.ts';
import { LedgerWallet } from '../../../src/network/accounts/wallet.ts';
import type { Database } from '../../../src/network/database/database.ts';
import { prepareDatabase } from '../../../src/network/database/migrate.ts';
import { AccountJobs, type AccountJobsParts } from '../../../src/network/jobs/accountJobs.ts';
import { Attempts } from '../../../src/network/jobs/attempts.ts';
import { FolderStore } from '../../../src/network/store/folderStore.ts';
import type { ObjectStore } from '../../../src/network/store/objectStore.ts';
import type { NewJob } from '../../../src/service/server/jobs/job.ts';
import { toDisposable } from '../../../src/util/disposable.ts';
import { KeyedLock } from '../../../src/util/keyedLock.ts';

export const hourMs = 3_600_000;
/** Longer than any test. */
export const leaseMs = hourMs;

/** Everything that the jobs of accounts depend on, without a running node. */
export async function jobParts(database: Database, folder: string, maxJobsInFlight = 1000) {
  await prepareDatabase(database);
  const store = new FolderStore(path.join(folder, 'store'));
  const parts: AccountJobsParts = {
    database,
    wallet: new LedgerWallet(),
    metrics: { credits: { inc: () => undefined } },
    dueChannel: { send: () => undefined },
    endedJobs: { watch: () => toDisposable(() => undefined) },
    store,
    retentionMs: hourMs,
    uploadSpaceBytes: 0,
    maxJobsInFlight,
    submissionLocks: new KeyedLock(),
  };
  const submit = async (account: KeyedAccount, facts: Partial<NewJob> = {}, credits = 1): Promise<string> => {
    const job = newJob(folder, facts);
    // Submits the job like a real node, which has its own lock.
    await new AccountJobs({ ...parts, submissionLocks: new KeyedLock() }, account).submit(
      job,
      credits,
      new AbortController().signal,
    );
    return job.id;
  };
  /** The jobs whose end was announced. */
  const announced: string[] = [];
  const endedChannel = { send: (job = '') => void announced.push(job) };
  return { parts, store, attempts: new Attempts({ ...parts, endedChannel, leaseMs }), announced, submit };
}

/** A job whose file has arrived. */
export function newJob(root: string, facts: Partial<NewJob> = {}): NewJob {
  const id = randomUUID();
  const folder = path.join(root, id);
  mkdirSync(folder);
  const inputPath = path.join(folder, 'input');
  writeFileSync(inputPath, 'content');
  return {
    id,
    tool: 'convert',
    fileName: 'a.png',
    engine: 'image',
    from: 'png',
    to: 'jpg',
    options: {},
    folder,
    inputPath,
    outputPath: path.join(folder, 'output'),
    inputBytes: 7,
    ...facts,
  };
}

/** The ids of the jobs that have a due time and haven't ended, in the order of their submission. */
export async function queued(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    'select id from network.jobs where due_at is not null and ended_at is null order by sequence',
  );
  return rows.map(({ id }) => id);
}

/** The statuses of jobs, in the order of their submission. */
export async function statuses(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ status: string }>(
    'select status from network.jobs order by sequence',
  );
  return rows.map(({ status }) => status);
}

/** Expires the leases of all workers, which must have ended already. */
export async function endLeases(database: Database): Promise<void> {
  await database.query(`update network.workers set beat_at = beat_at - interval '1 hour'`);
  await database.query(`update network.jobs set due_at = now() where status = 'Processing'`);
}

/** The complete content of a store. */
export async function keysIn(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys;
}
