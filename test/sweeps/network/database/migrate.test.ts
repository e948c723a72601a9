import assert from 'node:assert/strict';
import { migrate } from '../../../../src/network/database/migrate.ts';
import { migrations } from '../../../../src/network/database/migrations/index.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';

const names = migrations.map(({ name }) => name);

describe('migrate', () => {
  const current = useDatabase();

  it('runs each step once, even if several nodes start together', async () => {
    const taken = await Promise.all(Array.from({ length: 5 }, () => migrate(current.database)));
    assert.deepEqual(taken.flat(), names);
  });

  it('rolls back a failed step and those that run with it', async () => {
    const broken = { name: '9999-broken', sql: 'create table network.half (); select nonsense' };
    await assert.rejects(migrate(current.database, [...migrations, broken]), /nonsense/);
    const { rows } = await current.database.query(`select to_regclass('network.accounts') as accounts`);
    assert.deepEqual(rows, [{ accounts: null }]);
    assert.deepEqual(await migrate(current.database), names);
  });

  it('keeps jobs that were queued before the table of jobs became the queue, and the programs that they need', async () => {
    const { database } = current;
    const before = migrations.findIndex(({ name }) => name === '0010-due-jobs');
    await migrate(database, migrations.slice(0, before));
    await database.query(`
      create schema graphile_worker;
      create table graphile_worker.jobs (id int);
      insert into network.accounts (name, plan, rests_until) values
        ('busy', 'pro', null), ('resting', 'pro', now() + interval '1 hour');
      insert into network.jobs (id, account, tool, input_bytes, credits, status, dispatched, task, ended_at)
      select gen_random_uuid(), a.id, 'convert', 1, 0, j.status, j.dispatched, j.task, j.ended_at from (values
        (1, 'busy', 'Processing', true, 'job', null), (2, 'busy', 'Queued', true, 'job+ffmpeg+pandoc', null),
        (3, 'busy', 'Queued', false, 'job+calibre', null), (4, 'busy', 'Succeeded', true, 'job', now()),
        (5, 'resting', 'Queued', true, 'job', null)) j (number, name, status, dispatched, task, ended_at)
      join network.accounts a using (name) order by number`);
    assert.deepEqual(await migrate(database), names.slice(before));
    const { rows } = await database.query(`
      select status, programs, case when due_at is null then 'in line' when due_at <= now() then 'due' else 'later' end as due
      from network.jobs where ended_at is null order by sequence`);
    assert.deepEqual(
      rows.map(({ status, programs, due }) => [status, programs.join(), due]),
      [
        ['Processing', '', 'due'],
        ['Queued', 'ffmpeg,pandoc', 'due'],
        ['Queued', 'calibre', 'in line'],
        ['Queued', '', 'later'],
      ],
    );
    const { rows: left } = await database.query(`select to_regclass('graphile_worker.jobs') as jobs`);
    assert.deepEqual(left, [{ jobs: null }]);
  });

  it('runs on a newer version’s database until a step breaks compatibility', async () => {
    const compatible = { name: '9998-index', sql: 'create index newer on network.jobs (created_at)' };
    await migrate(current.database, [...migrations, compatible]);
    assert.deepEqual(await migrate(current.database), []);
    const breaking = { name: '9999-table', sql: 'select 1', isBreaking: true } as const;
    await migrate(current.database, [...migrations, compatible, breaking]);
    await assert.rejects(migrate(current.database), {
      name: 'ConfigurationError',
      message:
        'This version can’t use the database in FUN_DATABASE_URL, because a newer version has migrated it: 9999-table. Start the newer version instead.',
    });
  });
});
