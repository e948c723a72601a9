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

  it('runs on a database of a newer version until a step of that one breaks it', async () => {
    const compatible = { name: '9998-index', sql: 'create index newer on network.jobs (created_at)' };
    await migrate(current.database, [...migrations, compatible]);
    assert.deepEqual(await migrate(current.database), []);
    const breaking = { name: '9999-table', sql: 'select 1', isBreaking: true } as const;
    await migrate(current.database, [...migrations, compatible, breaking]);
    await assert.rejects(migrate(current.database), {
      name: 'ConfigurationError',
      message:
        'This version can’t use the database in FUN_DATABASE_URL, because a newer one has changed it: 9999-table.',
    });
  });
});
