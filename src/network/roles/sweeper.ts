import { randomUUID } from 'node:crypto';
import { ownExtensions } from '../../contract/extensions.ts';
import { untilAborted } from '../../util/abort.ts';
import { systemClock, hourMs } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { retentionMsOf } from '../configuration.ts';
import type { Queryable } from '../database/database.ts';
import { isLive } from '../identity/sessions.ts';
import { isExpired } from '../jobs/accountJobs.ts';
import { isAbandoned } from '../jobs/accountUploads.ts';
import { isJobId } from '../jobs/jobRow.ts';
import type { NodeParts, Role } from '../node/nodeParts.ts';
import {
  incomingPrefix,
  jobOfKey,
  prefixesOf,
  resultPrefix,
  type ObjectStore,
} from '../store/objectStore.ts';

const sweepLease = 'sweep';
/** The lease for listing the store. Listing costs money, so only one node does it in this interval. */
const orphansLease = 'orphans';
const orphansIntervalSeconds = 600;

/** Deletes expired data periodically, unless another node is doing so. Every worker has a sweeper. */
export class Sweeper implements Role {
  readonly #node: NodeParts;
  readonly #id = randomUUID();
  #next: Disposable | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(node: NodeParts) {
    this.#node = node;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#stopping.signal.aborted) return;
    this.#next = systemClock.schedule(1000 * this.#node.configuration.sweepSeconds, () => {
      this.#sweeping = this.#sweepWithLease()
        .catch((error: unknown) => this.#node.log.warn({ reason: String(error) }, 'Sweep interrupted'))
        .finally(() => this.#schedule());
    });
  }

  /** Stops a sweep in progress without waiting for the store, which may not answer. Another node continues the sweep. */
  async drain(): Promise<void> {
    this.#stopping.abort();
    this.#next?.dispose();
    await this.#sweeping;
  }

  async #sweepWithLease(): Promise<void> {
    if (!(await this.#renew())) return;
    try {
      await untilAborted(this.#sweep(), this.#stopping.signal);
    } finally {
      await endLease(this.#node.database, sweepLease, this.#id);
    }
  }

  /** Renews the lease for sweeping. If a node freezes during a sweep, other nodes only wait until its lease ends. */
  async #renew(): Promise<boolean> {
    const { database, configuration } = this.#node;
    return takeLease(database, sweepLease, this.#id, configuration.deadAfterSeconds);
  }

  async #sweep(): Promise<void> {
    const { database, store, configuration, log } = this.#node;
    const { rowCount: deadWorkers } = await database.query(
      `delete from network.workers where beat_at < now() - $1 * interval '1 second'`,
      [configuration.deadAfterSeconds],
    );
    let expiredJobs = 0;
    for (let freed = 1; freed > 0 && (await this.#renew()); expiredJobs += freed)
      freed = await deleteExpired(database, store, retentionMsOf(configuration));
    const abandonedUploads = await deleteAbandonedUploads(database, store);
    await deleteExpiredRows(database);
    const mayList = await takeLease(database, orphansLease, randomUUID(), orphansIntervalSeconds);
    const orphanedFiles = mayList ? await deleteOrphans(database, store) : 0;
    if ((deadWorkers ?? 0) + expiredJobs + abandonedUploads + orphanedFiles > 0)
      log.info({ deadWorkers, expiredJobs, abandonedUploads, orphanedFiles }, 'Sweep finished');
  }
}

/**
 * Takes a lease that nobody else has, or renews it, for a number of seconds.
 * @returns true if the holder has the lease now
 */
async function takeLease(
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
async function endLease(database: Queryable, name: string, holder: string): Promise<void> {
  await database.query('delete from network.leases where name = $1 and holder = $2', [name, holder]);
}

const batchSize = 200;
/** The number of jobs whose files are deleted at the same time, because a store is slow at deleting. */
const concurrency = 16;
/**
 * The number of days for which a job stays in the database after its result was deleted, so that late callers get
 * `jobs.expired`.
 */
const keptDays = 7;

/** Deletes expired results and all other files of their jobs. @returns the number of jobs whose files were deleted */
export async function deleteExpired(
  database: Queryable,
  store: ObjectStore,
  retentionMs: number,
): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `select id from network.jobs where retained and ended_at < now() - $1 * interval '1 millisecond'
     order by ended_at limit $2`,
    [retentionMs, batchSize],
  );
  for (let first = 0; first < rows.length; first += concurrency) {
    const ids = rows.slice(first, first + concurrency).map(({ id }) => id);
    await Promise.all(ids.map((id) => deleteFiles(store, id)));
    await database.query('update network.jobs set retained = false where id = any ($1)', [ids]);
  }
  await database.query(
    `delete from network.jobs where not retained and ended_at < now() - $1 * interval '1 day'`,
    [keptDays],
  );
  return rows.length;
}

export async function deleteExpiredRows(database: Queryable): Promise<void> {
  await database.query(`delete from network.submissions where ${isExpired}`);
  await database.query(`delete from network.sessions s where not (${isLive})`);
  for (const table of ['links', 'provider', 'request_windows'])
    await database.query(`delete from network.${table} where ends_at < now()`);
}

/** Deletes the uploads that nobody has submitted. @returns the number of them */
export async function deleteAbandonedUploads(database: Queryable, store: ObjectStore): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `select id from network.uploads where ${isAbandoned}`,
  );
  for (const { id } of rows) {
    await deleteFiles(store, id);
    await database.query(`delete from network.uploads where id = $1 and ${isAbandoned}`, [id]);
  }
  // A submission may name its upload again for as long as the service remembers its idempotency key.
  await database.query(`delete from network.uploads where used_at < now() - $1 * interval '1 second'`, [
    ownExtensions.idempotencyKeySeconds,
  ]);
  return rows.length;
}

async function deleteFiles(store: ObjectStore, job: string): Promise<void> {
  for (const prefix of prefixesOf(job)) {
    for await (const { key } of store.list(prefix)) await store.delete(key);
  }
}

/**
 * Deletes files without a job, which remain if a node dies after it stored them and before it accepted the job. Only
 * deletes files that are an hour old by the database's clock, because a node's clock may be ahead.
 * @returns the number of deleted files
 */
export async function deleteOrphans(
  database: Queryable,
  store: ObjectStore,
  minAgeMs = hourMs,
): Promise<number> {
  const { rows } = await database.query<{ now: Date }>('select now()');
  const now = rows[0]?.now.getTime() ?? 0;
  let count = 0;
  const old: string[] = [];
  const flush = async (): Promise<void> => {
    const keys = old.splice(0);
    const owned = await jobsWithFiles(database, [...new Set(keys.map(jobOfKey))]);
    for (const key of keys) {
      if (owned.has(jobOfKey(key))) continue;
      await store.delete(key);
      count += 1;
    }
  };
  for (const prefix of [incomingPrefix, resultPrefix]) {
    for await (const { key, changedAt } of store.list(prefix)) {
      if (changedAt <= now - minAgeMs) old.push(key);
      if (old.length >= batchSize) await flush();
    }
  }
  await flush();
  return count;
}

/** Also returns the ids of uploads that may become jobs. */
async function jobsWithFiles(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    `select id from network.jobs where id = any ($1::uuid[]) and retained
     union all select id from network.uploads where id = any ($1::uuid[]) and used_at is null`,
    [ids.filter(isJobId)],
  );
  return new Set(rows.map(({ id }) => id));
}
