import assert from 'node:assert/strict';
import { migrate } from '../../../src/network/database/migrate.ts';
import { migrations } from '../../../src/network/database/migrations/index.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';

const names = migrations.map(({ name }) => name);

describe('migrate', () => {
  const current = useDatabase();

  it('takes each step once, whoever comes first', async () => {
    const taken = await Promise.all(Array.from({ length: 5 }, () => migrate(current.database)));
    assert.deepEqual(taken.flat(), names);
  });

  it('leaves nothing of a step that fails, nor of those with it', async () => {
    const broken = { name: '9999-broken', sql: 'create table network.half (); select nonsense' };
    await assert.rejects(migrate(current.database, [...migrations, broken]), /nonsense/);
    const { rows } = await current.database.query(`select to_regclass('network.accounts') as accounts`);
    assert.deepEqual(rows, [{ accounts: null }]);
    assert.deepEqual(await migrate(current.database), names);
  });

  it('lets the age of the oldest job be told without reading all of them', async () => {
    await migrate(current.database);
    await current.database.transaction(async (connection) => {
      await connection.query('set local enable_seqscan = off');
      const oldest = `explain select min(created_at) from network.jobs where status = 'Queued'`;
      const { rows } = await connection.query<{ 'QUERY PLAN': string }>(oldest);
      assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /jobs_oldest/);
    });
  });

  it('refuses a database that a newer version has made', async () => {
    await migrate(current.database, [...migrations, { name: '9999-newer', sql: 'select 1' }]);
    await assert.rejects(migrate(current.database), /made by a newer version, which has 9999-newer\.$/);
  });
});
