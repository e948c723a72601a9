// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { eventually } from '../../../support/eventually.ts';
import { Cluster } from '../../../support/network/cluster.ts';
import { Tenant } from '../../../support/network/tenant.ts';

const page = Buffer.from('# Title\n\nSome *text*.\n');
const jobs = 6;

describe('A network whose nodes have different programs', () => {
  let cluster: Cluster;
  before(async () => {
    // None of these workers finds any program.
    cluster = await Cluster.start({ api: 1, workers: 1 });
  });
  after(() => cluster.stop());

  it('offers what any worker can do, and gives each job to one that can do it', async () => {
    const tenant = new Tenant(cluster, await cluster.tenant());
    const { status, json } = await tenant.send(page, 'a.md', 'rst');
    assert.deepEqual([status, json.error], [422, 'conversions.unsupported_pair']);
    await cluster.startWorker({ PATH: process.env['PATH'] });
    for (let count = 0; count < jobs; count += 1) await tenant.submit(page, 'a.md', 'rst');
    const ended = await eventually(
      async () => (await cluster.database.query('select status, attempt, ended_at from network.jobs')).rows,
      (rows) => rows.every(({ ended_at: endedAt }) => endedAt !== null),
    );
    assert.deepEqual(
      ended.map(({ status: each, attempt }) => [each, attempt]),
      Array.from({ length: jobs }, () => ['Succeeded', 1]),
    );
  });
});
