import { hourMs } from '../../util/durations.ts';
import type { Queryable } from '../database/database.ts';
import { isJobId } from '../jobs/jobRow.ts';
import { incomingPrefix, jobOfKey, prefixesOf, resultPrefix } from '../store/keys.ts';
import type { ObjectStore } from '../store/objectStore.ts';

const batch = 200;
/** How many jobs' files are deleted at once: a store takes its time for each. */
const atOnce = 16;
/** How long a job is known after its result is gone, so that a late caller hears `jobs.expired`. */
const knownDays = 7;

/** Deletes results that are retained no longer, and what else there is of their jobs. @returns how many jobs' files went */
export async function deleteExpired(
  database: Queryable,
  store: ObjectStore,
  retentionMs: number,
): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `select id from network.jobs where retained and ended_at < now() - $1 * interval '1 millisecond'
     order by ended_at limit $2`,
    [retentionMs, batch],
  );
  for (let first = 0; first < rows.length; first += atOnce) {
    const ids = rows.slice(first, first + atOnce).map(({ id }) => id);
    await Promise.all(ids.map((id) => deleteFiles(store, id)));
    await database.query('update network.jobs set retained = false where id = any ($1)', [ids]);
  }
  await database.query(
    `delete from network.jobs where not retained and ended_at < now() - $1 * interval '1 day'`,
    [knownDays],
  );
  return rows.length;
}

async function deleteFiles(store: ObjectStore, job: string): Promise<void> {
  for (const prefix of prefixesOf(job)) {
    for await (const { key } of store.list(prefix)) await store.delete(key);
  }
}

/**
 * Deletes files of no job, which a node that died between storing and accepting has left, once they are an hour old by the
 * time of the database: a node whose clock is ahead would delete what is being submitted.
 * @returns how many there were
 */
export async function deleteOrphans(
  database: Queryable,
  store: ObjectStore,
  leastAgeMs = hourMs,
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
      if (changedAt <= now - leastAgeMs) old.push(key);
      if (old.length >= batch) await flush();
    }
  }
  await flush();
  return count;
}

async function jobsWithFiles(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    'select id from network.jobs where id = any ($1::uuid[]) and retained',
    [ids.filter(isJobId)],
  );
  return new Set(rows.map(({ id }) => id));
}
