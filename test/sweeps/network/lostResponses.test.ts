// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { verifyLedger } from '../../../src/network/accounts/wallet.ts';
import { statementsOfJobs } from '../../../tools/torture/network/faultInjector.ts';
import { eventually } from '../../support/eventually.ts';
import { Cluster } from '../../support/network/cluster.ts';
import { PostgresProxy } from '../../support/network/postgresProxy.ts';
import { Tenant } from '../../support/network/tenant.ts';
import { root } from '../../support/paths.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
const settings = { FUN_BEAT_SECONDS: '1', FUN_DEAD_AFTER_SECONDS: '3' };

describe('A network that loses the answer to a statement', () => {
  let cluster: Cluster;
  let proxy: PostgresProxy;
  let tenant: Tenant;
  before(async () => {
    cluster = await Cluster.start({ api: 0, workers: 0, env: settings });
    proxy = await PostgresProxy.start(cluster.env['FUN_DATABASE_URL'] ?? '');
    await cluster.startApi({ FUN_DATABASE_URL: proxy.url });
    await cluster.startWorker({ FUN_DATABASE_URL: proxy.url });
    tenant = new Tenant(cluster, await cluster.tenant());
  });
  after(async () => {
    await proxy.close();
    await cluster.stop();
  });

  const send = async () => (await tenant.send(picture, 'a.png', 'jpg')).status;

  for (const words of statementsOfJobs) {
    it(`ends each job and charges for it once: ${words.replace('\0', '')}`, async () => {
      const lost = proxy.loseAnswerTo(words);
      await eventually(send, (status) => status === 202);
      await lost;
      const jobs = async () =>
        (
          await cluster.database.query<{ status: string; charges: number }>(
            `select status, (select count(*)::int from network.ledger where job = j.id) as charges from network.jobs j`,
          )
        ).rows;
      const ended = await eventually(jobs, (rows) => rows.every(({ status }) => status === 'Succeeded'));
      assert.deepEqual(new Set(ended.map(({ charges }) => charges)), new Set([1]));
      const { imbalances, wrongRefunds } = await verifyLedger(cluster.database);
      assert.deepEqual([...imbalances, ...wrongRefunds], []);
      const counted = 'select waiting, in_flight as "inFlight" from network.accounts';
      assert.deepEqual((await cluster.database.query(counted)).rows, [{ waiting: 0, inFlight: 0 }]);
    });
  }
});
