// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { verifyLedger } from '../../../../src/network/accounts/wallet.ts';
import { eventually } from '../../../support/eventually.ts';
import { Cluster } from '../../../support/network/cluster.ts';
import type { NetworkNode } from '../../../support/network/networkNode.ts';
import { PostgresProxy } from '../../../support/network/postgresProxy.ts';
import { Tenant } from '../../../support/network/tenant.ts';
import { root } from '../../../support/paths.ts';
import { hold } from '../../../support/service/hold.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
const soon = { FUN_BEAT_SECONDS: '1', FUN_DEAD_AFTER_SECONDS: '6', FUN_SWEEP_SECONDS: '1' };

describe('A worker that falls silent', () => {
  let cluster: Cluster;
  let proxy: PostgresProxy;
  let worker: NetworkNode;
  before(async () => {
    cluster = await Cluster.start({ api: 1, workers: 0, env: soon });
  });
  beforeEach(async () => {
    proxy = await PostgresProxy.start(cluster.env['FUN_DATABASE_URL'] ?? '');
    worker = await cluster.startWorker({ FUN_DATABASE_URL: proxy.url });
  });
  afterEach(async () => {
    await Promise.all([...cluster.workers].map((each) => cluster.end(each)));
    await proxy.close();
    const { imbalances, wrongRefunds } = await verifyLedger(cluster.database);
    assert.deepEqual([...imbalances, ...wrongRefunds], []);
  });
  after(() => cluster.stop());

  const submit = async () => new Tenant(cluster, await cluster.tenant()).submit(picture, 'a.png', 'jpg');
  /** The number of attempts that the job needed to succeed. */
  const attemptsOf = async (id: string) => {
    const read = async () => {
      const sql = 'select status, attempt from network.jobs where id = $1';
      return (await cluster.database.query<{ status: string; attempt: number }>(sql, [id])).rows[0];
    };
    return (await eventually(read, (job) => job?.status === 'Succeeded'))?.attempt;
  };

  it('does a job even if the answer to its start is lost', async () => {
    await cluster.end(worker);
    const id = await submit();
    const lost = proxy.loseAnswerTo(`set status = 'Processing'`);
    await cluster.startWorker({ FUN_DATABASE_URL: proxy.url });
    await lost;
    assert.equal(await attemptsOf(id), 2);
  });

  it('sends its next heartbeat over another connection when one is silent', async () => {
    await proxy.silence('insert into network.workers', 1);
    const { rows } = await cluster.database.query<{ now: string }>('select now()::text as now');
    await eventually(
      async () =>
        (
          await cluster.database.query('select from network.workers where beat_at > $1::timestamptz', [
            rows[0]?.now,
          ])
        ).rowCount,
      (beats) => beats === 1,
    );
  });

  it('takes no jobs once its lease has ended, and others do them once', async () => {
    await proxy.silence('insert into network.workers');
    await eventually(
      () => worker.log.join('\n'),
      (log) => log.includes('couldn’t renew its lease'),
    );
    const ready = await fetch(new URL('/readyz', worker.operationsUrl));
    assert.deepEqual([ready.status, await ready.text()], [503, 'The worker couldn’t renew its lease.\n']);
    const id = await submit();
    await cluster.startWorker();
    assert.equal(await attemptsOf(id), 1);
  });

  it('leaves a job alone that another worker got while it was frozen', async () => {
    const endless = await cluster.startWorker({ TEST_JOB_DELAY_MS: '10000000' });
    await cluster.end(worker);
    const id = await submit();
    const processing = `select from network.jobs where id = $1 and status = 'Processing'`;
    await eventually(
      async () => (await cluster.database.query(processing, [id])).rowCount,
      (jobs) => jobs === 1,
    );
    const thaw = hold([endless.pid]);
    await cluster.startWorker();
    assert.equal(await attemptsOf(id), 2);
    thaw();
    await eventually(
      () => endless.log.join('\n'),
      // Once thawed, the end of its lease or of its engine can come first. Neither changes the job.
      (log) => log.includes('Job returned to the queue') || log.includes('"recorded":false'),
    );
  });

  it('leaves sweeping to others when it freezes during a sweep', async () => {
    const { database } = cluster;
    const windows = async () => (await database.query('select from network.request_windows')).rowCount;
    const sweeps = async () => {
      const sql = `select coalesce(wait_event_type, '') as waits from pg_stat_activity
        where state = 'active' and query like 'delete from network.request_windows%'`;
      return (await database.query<{ waits: string }>(sql)).rows.map(({ waits }) => waits).join();
    };
    await database.transaction(async (connection) => {
      await connection.query('lock table network.request_windows in access exclusive mode');
      await eventually(sweeps, (waiting) => waiting === 'Lock');
      hold([worker.pid]);
    });
    await eventually(sweeps, (left) => left === '');
    await database.query(
      `insert into network.request_windows (address, ends_at, requests) values ('a', now(), 1)`,
    );
    assert.equal(await windows(), 1);
    await cluster.startWorker();
    await eventually(windows, (count) => count === 0);
  });
});
