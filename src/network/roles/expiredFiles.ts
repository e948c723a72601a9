import { ownExtensions } from '../../contract/extensions.ts';
import { hourMs } from '../../util/clock.ts';
import type { Queryable } from '../database/database.ts';
import { isAbandoned } from '../jobs/accountUploads.ts';
import { isJobId } from '../jobs/jobRow.ts';
import { incomingPrefix, jobOfKey, prefixesOf, resultPrefix } from '../store/keys.ts';
import type { ObjectStore } from '../store/objectStore.ts';

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
