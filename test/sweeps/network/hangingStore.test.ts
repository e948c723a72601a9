import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { verifyLedger } from '../../../src/network/accounts/wallet.ts';
import { eventually } from '../../support/eventually.ts';
import { Cluster } from '../../support/network/cluster.ts';
import { statuses } from '../../support/network/jobParts.ts';
import type { NetworkNode } from '../../support/network/networkNode.ts';
import { Swift } from '../../support/network/swift.ts';
import { Tenant } from '../../support/network/tenant.ts';
import { root } from '../../support/paths.ts';
import { hold } from '../../support/service/hold.ts';
import { descendantsOf } from '../../support/service/processes.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));

const readiness = async ({ operationsUrl }: NetworkNode) => {
  const response = await fetch(new URL('/readyz', operationsUrl));
  return { status: response.status, body: await response.text() };
};

describe('A network whose store hangs', () => {
  let folder = '';
  let swift: Swift;
  let cluster: Cluster;
  let tenant: Tenant;
  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'store-'));
    swift = await Swift.start(folder);
  });
  after(async () => {
    await swift.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    swift.resume();
    const { imbalances, wrongRefunds } = await verifyLedger(cluster.database);
    await cluster.stop();
    assert.deepEqual([...imbalances, ...wrongRefunds], []);
  });

  const start = async (workers: number, env: NodeJS.ProcessEnv = {}) => {
    cluster = await Cluster.start({ api: 1, workers, env: { ...swift.env, ...env } });
    tenant = new Tenant(cluster, await cluster.tenant());
  };
  const all = (...wanted: string[]) =>
    eventually(
      () => statuses(cluster.database),
      (found) => found.join() === wanted.join(),
    );

  it('soon reports that it isn’t ready, with the reason, and recovers with the store', async () => {
    await start(1);
    const nodes = [...cluster.api, ...cluster.workers];
    swift.hang();
    for (const node of nodes) {
      assert.deepEqual(await readiness(node), { status: 503, body: 'The store isn’t responding.\n' });
      assert.equal((await fetch(new URL('/healthz', node.operationsUrl))).status, 200);
    }
    swift.resume();
    for (const node of nodes)
      await eventually(
        () => readiness(node),
        ({ status }) => status === 200,
      );
  });

  it('accepts no files, and starts none of its jobs until the store recovers', async () => {
    await start(0);
    await tenant.submit(picture, 'a.png', 'jpg');
    await due('infinity');
    const worker = await cluster.startWorker();
    const [api] = cluster.api;
    assert.ok(api);
    swift.hang();
    await due('now');
    assert.equal((await readiness(api)).status, 503);
    const { status, json } = await tenant.send(picture, 'b.png', 'jpg');
    assert.deepEqual([status, json.error], [503, 'queue.pool_saturated']);
    await eventually(
      () => worker.log.join('\n'),
      (log) => log.includes('Stopped taking jobs'),
    );
    swift.resume();
    await all('Succeeded');
    assert.deepEqual((await cluster.database.query('select attempt from network.jobs')).rows, [
      { attempt: 1 },
    ]);
  });

  it('stops in time when asked to, and hands over what it had started', async () => {
    await start(1, { FUN_DRAIN_SECONDS: '2', FUN_SWEEP_SECONDS: '1' });
    const [api, worker] = [cluster.api[0], cluster.workers[0]];
    assert.ok(api && worker);
    await tenant.submit(picture, 'a.png', 'jpg');
    await all('Succeeded');
    // The second job stays in progress until its process is killed.
    hold(descendantsOf(worker.pid));
    await tenant.submit(picture, 'b.png', 'jpg');
    const { request, arrived } = await beginSubmission(api);
    await all('Succeeded', 'Processing');
    swift.hang();
    await cluster.database.query(
      `update network.jobs set ended_at = ended_at - interval '1 day' where status = 'Succeeded'`,
    );
    request.end('\r\n--b--\r\n');
    await eventually(
      () => cluster.database.query(hangingSweeps),
      ({ rowCount }) => rowCount === 1,
    );
    assert.deepEqual(await Promise.all([api.stop(), worker.stop()]), [0, 0]);
    await arrived;
    await all('Succeeded', 'Queued');
    swift.resume();
    await cluster.startWorker();
    await all('Succeeded', 'Succeeded');
  });

  /** Sets the time from which workers take jobs. */
  async function due(at: 'now' | 'infinity'): Promise<void> {
    await cluster.database.query('update network.jobs set due_at = $1', [at]);
  }

  /** A node that has held the sweepers' lease for longer than a successful sweep takes. */
  const hangingSweeps = `select from network.leases where name = 'sweep' and ends_at < now() + interval '58 seconds'`;

  /** A submission whose last bytes are missing; `arrived` resolves when its connection is gone. */
  async function beginSubmission({ baseUrl }: NetworkNode) {
    const request = http.request(new URL('/convert', baseUrl), {
      method: 'POST',
      headers: { 'X-Service-Api-Key': tenant.key, 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    const arrived = once(request, 'error');
    request.write(
      [
        '--b\r\nContent-Disposition: form-data; name="targetFormat"\r\n\r\njpg\r\n',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="c.png"\r\n\r\n',
      ].join(''),
    );
    request.write(picture);
    await once(request, 'socket');
    return { request, arrived };
  }
});
