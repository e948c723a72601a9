// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Database } from '../../../../src/network/database/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { Cluster } from '../../../support/network/cluster.ts';
import { PostgresProxy } from '../../../support/network/postgresProxy.ts';
import { type TenantAnswer, Tenant } from '../../../support/network/tenant.ts';
import { root } from '../../../support/paths.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
/** Exceeds the number of transactions that an API node with two slots runs at once. */
const submissions = 15;
const saturated = [503, 'queue.pool_saturated'];
const outcome = ({ status, json }: TenantAnswer) => [status, json.error];
const send = (by: Tenant) => by.send(picture, 'a.png', 'jpg');

describe('An API node', () => {
  let cluster: Cluster;
  let tenant: Tenant;
  before(async () => {
    cluster = await Cluster.start({ api: 1, workers: 0, env: { FUN_PLACES: '2' } });
    tenant = new Tenant(cluster, await cluster.tenant());
  });
  after(() => cluster.stop());

  const lockWaiters = async () => {
    const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await cluster.database.query(sql)).rowCount ?? 0;
  };

  /** The number of files that have arrived, whether or not their jobs have been accepted. */
  const stored = () => readdirSync(path.join(cluster.env['FUN_STORE'] ?? '', 'incoming')).length;

  it('serves other accounts while submissions wait for a locked one', async () => {
    const other = new Tenant(cluster, await cluster.tenant());
    const id = await tenant.submit(picture, 'a.png', 'jpg');
    let sent: Promise<TenantAnswer>[] = [];
    await cluster.database.transaction(async (connection) => {
      await connection.query('set local idle_in_transaction_session_timeout = 0');
      await connection.query(
        'select from network.accounts where id = (select account from network.jobs where id = $1) for update',
        [id],
      );
      sent = Array.from({ length: submissions }, () => send(tenant));
      await eventually(lockWaiters, (waiters) => waiters > 0);
      await eventually(stored, (files) => files > submissions);
      assert.equal((await tenant.call(`/convert/job/${id}`)).json.status, 'Queued');
      assert.equal((await send(other)).status, 202);
    });
    for (const { status } of await Promise.all(sent)) assert.ok(status === 202 || status === 503);
  });

  it('soon accepts an account’s files again if the holder of its lock froze', async () => {
    const url = cluster.env['FUN_DATABASE_URL'] ?? '';
    const frozen = new Database({ url, maxTransactions: 1, onDidFail: () => {} });
    const [locked, thaw] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const freezing = frozen.transaction(async (connection) => {
      await connection.query('select from network.accounts for update');
      locked.resolve();
      await thaw.promise;
    });
    await locked.promise;
    assert.equal((await send(tenant)).status, 202);
    thaw.resolve();
    await assert.rejects(freezing);
    await frozen.close();
  });

  it('accepts no file while the database is down, and says that none was accepted', async () => {
    await cluster.withoutDatabase(async () => {
      assert.deepEqual(outcome(await send(tenant)), saturated);
    });
    assert.equal((await send(tenant)).status, 202);
  });

  it('doesn’t claim that no file was accepted if the database may have accepted it', async () => {
    const proxy = await PostgresProxy.start(cluster.env['FUN_DATABASE_URL'] ?? '');
    const [first] = cluster.api;
    assert.ok(first);
    const node = await cluster.startApi({ FUN_DATABASE_URL: proxy.url });
    await cluster.end(first);
    const lost = proxy.loseAnswerTo('commit\0');
    assert.deepEqual(outcome(await send(tenant)), [500, 'service.internal_error']);
    await lost;
    await cluster.end(node);
    await proxy.close();
  });
});
