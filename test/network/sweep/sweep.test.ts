import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buryDeadWorkers } from '../../../src/network/sweep/deadWorkers.ts';
import { deleteExpired, deleteOrphans } from '../../../src/network/sweep/expiredFiles.ts';
import { accountWith } from '../../support/network/accounts.ts';
import { hourMs, jobParts, keysIn, queued, statuses } from '../../support/network/jobParts.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';
import { eventually } from '../../support/eventually.ts';
import type { ObjectStore } from '../../../src/network/store/objectStore.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const minuteMs = 60_000;

describe('The sweeper', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();

  const prepared = async () => {
    const parts = await jobParts(current.database, folder.path);
    return { ...parts, account: await accountWith(current.database), database: current.database };
  };
  const workerThatBeat = async (secondsAgo: number): Promise<string> => {
    const id = randomUUID();
    await current.database.query(
      `insert into network.workers (id, queue_names, beat_at) values ($1, '{}', now() - $2 * interval '1 second')`,
      [id, secondsAgo],
    );
    return id;
  };

  it('gives the jobs of a worker that fell silent to others, and leaves those of the living', async () => {
    const { database, submit, account, attempts } = await prepared();
    const [dead, alive] = [await workerThatBeat(61), await workerThatBeat(59)];
    await attempts.begin(await submit(account), dead);
    await attempts.begin(await submit(account), alive);
    assert.equal(await buryDeadWorkers(database, minuteMs), 1);
    assert.deepEqual(await statuses(database), ['Queued', 'Processing']);
  });

  it('unlocks what a dead worker took from the queue', async () => {
    const { database, submit, account } = await prepared();
    await submit(account);
    const lock = (by: string, secondsAgo: number) =>
      database.query(
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2 * interval '1 second'`,
        [by, secondsAgo],
      );
    const locked = async () =>
      (await database.query('select 1 from graphile_worker.jobs where locked_by is not null')).rowCount;
    await lock('worker-gone', 61);
    await buryDeadWorkers(database, minuteMs);
    assert.equal(await locked(), 0);
    await lock('worker-here', 61);
    await database.query(`insert into network.workers (id, queue_names) values ($1, '{worker-here}')`, [
      randomUUID(),
    ]);
    await buryDeadWorkers(database, minuteMs);
    assert.equal(await locked(), 1);
  });

  it('queues a job again that the queue has lost', async () => {
    const { database, submit, account } = await prepared();
    const job = await submit(account);
    await database.query('delete from graphile_worker._private_jobs');
    await buryDeadWorkers(database, minuteMs);
    assert.deepEqual(await queued(database), [job]);
  });

  it('queues a job again that a living worker took without hearing of it', async () => {
    const { database, submit, account } = await prepared();
    const job = await submit(account);
    await database.query(`insert into network.workers (id, queue_names) values ($1, '{worker-here}')`, [
      randomUUID(),
    ]);
    const free = async () =>
      (await database.query('select key from graphile_worker.jobs where locked_by is null')).rows;
    for (const [secondsAgo, expected] of [
      [59, []],
      [61, [{ key: job }]],
    ] as const) {
      await database.query(
        `update graphile_worker._private_jobs set locked_by = 'worker-here', locked_at = now() - $1 * interval '1 second'`,
        [secondsAgo],
      );
      await buryDeadWorkers(database, minuteMs);
      assert.deepEqual(await free(), expected);
    }
  });

  it('clears the queue of what was removed while a worker had it that is gone', async () => {
    const { database, submit, account } = await prepared();
    const job = await submit(account);
    await database.query(
      `update graphile_worker._private_jobs set locked_by = 'worker-gone', locked_at = now() - interval '61 seconds'`,
    );
    await database.query('select graphile_worker.remove_job($1)', [job]);
    await database.query(`update network.jobs set status = 'Succeeded', ended_at = now()`);
    const rows = async () => (await database.query('select from graphile_worker.jobs')).rowCount;
    assert.equal(await rows(), 1);
    await buryDeadWorkers(database, minuteMs);
    assert.equal(await rows(), 0);
  });

  it('deletes a job’s files when its result is retained no longer', async () => {
    const { database, store, submit, account, attempts } = await prepared();
    const job = await submit(account);
    const attempt = await attempts.begin(job, await workerThatBeat(0));
    assert.ok(attempt);
    await store.put(`jobs/${job}/1/output`, Readable.from(['result']));
    await attempts.succeed(attempt, { outputBytes: 6, outputFileName: 'a.jpg' });
    assert.equal(await deleteExpired(database, store, hourMs), 0);
    await database.query(`update network.jobs set ended_at = now() - interval '61 minutes'`);
    assert.equal(await deleteExpired(database, store, hourMs), 1);
    assert.deepEqual(await keysIn(store), []);
    assert.deepEqual(await statuses(database), ['Succeeded']);
    await database.query(`update network.jobs set ended_at = now() - interval '8 days'`);
    await deleteExpired(database, store, hourMs);
    assert.deepEqual(await statuses(database), []);
  });

  it('deletes no file of no job early where a node’s clock is ahead', async () => {
    const { database, store } = await prepared();
    await store.put(`incoming/${randomUUID()}/input`, Readable.from(['about to be accepted']));
    const { now } = Date;
    Date.now = () => now() + 2 * hourMs;
    try {
      assert.equal(await deleteOrphans(database, store), 0);
    } finally {
      Date.now = now;
    }
  });

  it('deletes files of no job once they are old, and no others', async () => {
    const { database, store, submit, account } = await prepared();
    const job = await submit(account);
    await store.put(`incoming/${randomUUID()}/input`, Readable.from(['orphan']));
    assert.equal(await deleteOrphans(database, store), 0);
    assert.equal(await deleteOrphans(database, store, 0), 1);
    assert.deepEqual(await keysIn(store), [`incoming/${job}/input`]);
  });

  it('finds the jobs of old files without reading all jobs', async () => {
    const { database, store, submit, account } = await prepared();
    const job = await submit(account);
    await database.query(
      `insert into network.jobs (id, account, tool, input_bytes, credits)
       select gen_random_uuid(), account, tool, 1, 1 from network.jobs, generate_series(1, 20000)`,
    );
    await database.query('analyze network.jobs');
    const scans = async () => {
      const sql = `select seq_scan::int as sequential, idx_scan::int as indexed from pg_stat_user_tables where relname = 'jobs' and schemaname = 'network'`;
      const { rows } = await database.query<{ sequential: number; indexed: number }>(sql);
      return rows[0] ?? { sequential: 0, indexed: 0 };
    };
    await database.query('select pg_stat_force_next_flush()');
    const before = await scans();
    await store.put(`incoming/notes/input`, Readable.from(['of nobody']));
    assert.equal(await deleteOrphans(database, store, 0), 1);
    assert.deepEqual(await keysIn(store), [`incoming/${job}/input`]);
    const after = await eventually(
      scans,
      (now) => now.sequential + now.indexed > before.sequential + before.indexed,
    );
    assert.equal(after.sequential, before.sequential);
  });

  it('deletes the files of many jobs at once', async () => {
    const { database, store, submit, account } = await prepared();
    for (let count = 0; count < 20; count += 1) await submit(account);
    await database.query(
      `update network.jobs set status = 'Succeeded', ended_at = now() - interval '2 hours'`,
    );
    let [deleting, most] = [0, 0];
    const slow: ObjectStore = {
      put: (key, content) => store.put(key, content),
      get: (key) => store.get(key),
      list: (prefix) => store.list(prefix),
      check: () => store.check(),
      delete: async (key) => {
        most = Math.max(most, (deleting += 1));
        await store.delete(key);
        deleting -= 1;
      },
    };
    assert.equal(await deleteExpired(database, slow, hourMs), 20);
    assert.ok(most > 1 && most <= 16, String(most));
    assert.deepEqual(await keysIn(store), []);
  });
});
