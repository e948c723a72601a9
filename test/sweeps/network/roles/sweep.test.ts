import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { deleteExpired, deleteOrphans } from '../../../../src/network/roles/sweeper.ts';
import { accountWith } from '../../../support/network/accounts.ts';
import { hourMs, jobParts, keysIn, statuses } from '../../../support/network/jobParts.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';
import { eventually } from '../../../support/eventually.ts';
import type { ObjectStore } from '../../../../src/network/store/objectStore.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('The sweeper', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();

  const prepared = async () => {
    const parts = await jobParts(current.database, folder.path);
    return { ...parts, account: await accountWith(current.database), database: current.database };
  };
  it('deletes a job’s files after the retention time of its result', async () => {
    const { database, store, submit, account, attempts } = await prepared();
    const job = await submit(account);
    const [attempt] = await attempts.take({ worker: randomUUID(), programs: [] }, 1);
    assert.ok(attempt);
    await store.put(`jobs/${job}/1/output`, Readable.from(['result']));
    await attempts.end(attempt, { result: { outputBytes: 6, outputFileName: 'a.jpg' } }, 1);
    assert.equal(await deleteExpired(database, store, hourMs), 0);
    await database.query(`update network.jobs set ended_at = now() - interval '61 minutes'`);
    assert.equal(await deleteExpired(database, store, hourMs), 1);
    assert.deepEqual(await keysIn(store), []);
    assert.deepEqual(await statuses(database), ['Succeeded']);
    await database.query(`update network.jobs set ended_at = now() - interval '8 days'`);
    await deleteExpired(database, store, hourMs);
    assert.deepEqual(await statuses(database), []);
  });

  it('doesn’t delete stray files early if a node’s clock is ahead', async () => {
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

  it('deletes only old files that don’t belong to a job', async () => {
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
