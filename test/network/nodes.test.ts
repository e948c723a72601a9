import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { verifyLedger } from '../../src/network/credits/verifyLedger.ts';
import { eventually } from '../support/eventually.ts';
import { Cluster } from '../support/network/cluster.ts';
import { statuses } from '../support/network/jobParts.ts';
import type { NetworkNode } from '../support/network/networkNode.ts';
import { Tenant } from '../support/network/tenant.ts';
import { root } from '../support/paths.ts';
import { useTemporaryFolder } from '../support/temporaryFolder.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));

const operations = (node: NetworkNode, route: string) => fetch(new URL(route, node.operationsUrl));

describe('The nodes of a network', () => {
  const folder = useTemporaryFolder();
  let cluster: Cluster;
  let tenant: Tenant;
  afterEach(async () => {
    const { imbalances, wrongRefunds } = await verifyLedger(cluster.database);
    await cluster.stop();
    assert.deepEqual([...imbalances, ...wrongRefunds], []);
  });

  const start = async (workers: number, env: NodeJS.ProcessEnv = {}) => {
    cluster = await Cluster.start({ api: 2, workers, env });
    tenant = new Tenant(cluster, await cluster.tenant());
  };
  const submit = async (): Promise<string> => tenant.submit(picture, 'secret-name.png', 'jpg');
  const all = (wanted: string) =>
    eventually(
      () => statuses(cluster.database),
      (found) => found.every((status) => status === wanted),
    );

  it('finish the jobs of a worker that was killed', async () => {
    await start(1, {
      FUN_JOB_DELAY_MS: '3000',
      FUN_BEAT_SECONDS: '1',
      FUN_DEAD_AFTER_SECONDS: '3',
      FUN_SWEEP_SECONDS: '1',
    });
    const id = await submit();
    await all('Processing');
    const [worker] = cluster.workers;
    assert.ok(worker);
    await cluster.end(worker);
    await cluster.startWorker();
    await all('Succeeded');
    const { rows } = await cluster.database.query('select attempt from network.jobs');
    assert.deepEqual(rows, [{ attempt: 2 }]);
    assert.deepEqual(
      [...(await tenant.call(`/convert/job/${id}/download`)).body.subarray(0, 3)],
      [0xff, 0xd8, 0xff],
    );
  });

  it('answer for each other, whichever of them is gone', async () => {
    await start(1);
    const id = await submit();
    const [first] = cluster.api;
    assert.ok(first);
    await cluster.end(first);
    await all('Succeeded');
    assert.equal((await tenant.call(`/convert/job/${id}`)).json.status, 'Succeeded');
    assert.equal((await tenant.call(`/convert/job/${id}/download`)).status, 200);
  });

  it('let a worker end its jobs when it is asked to stop, and take no more', async () => {
    await start(1, { FUN_JOB_DELAY_MS: '8000' });
    await submit();
    await all('Processing');
    const [worker] = cluster.workers;
    assert.ok(worker);
    const stopped = worker.stop('SIGTERM');
    await submit();
    assert.equal(await stopped, 0);
    assert.deepEqual(await statuses(cluster.database), ['Succeeded', 'Queued']);
    assert.equal((await cluster.database.query('select from network.workers')).rowCount, 0);
  });

  it('give jobs to others that a worker can’t end in time when it is asked to stop', async () => {
    await start(1, { FUN_JOB_DELAY_MS: '600000', FUN_DRAIN_SECONDS: '1' });
    await submit();
    await all('Processing');
    const [worker] = cluster.workers;
    assert.equal(await worker?.stop('SIGTERM'), 0);
    assert.deepEqual(await statuses(cluster.database), ['Queued']);
  });

  it('end all the same where the database does not answer when they are asked to stop', async () => {
    await start(1, { FUN_DRAIN_SECONDS: '0' });
    const [worker] = cluster.workers;
    assert.ok(worker);
    await cluster.database.transaction(async (connection) => {
      await connection.query('lock table network.workers in access exclusive mode');
      assert.equal(await worker.stop('SIGTERM'), 1);
    });
    assert.ok(worker.log.some((line) => line.includes('Stopped before all had ended')));
  });

  it('answer what has begun when they are asked to stop', async () => {
    await start(0, { FUN_TEMPORARY_FOLDER: folder.path });
    const [node] = cluster.api;
    assert.ok(node);
    const form = [
      '--b\r\nContent-Disposition: form-data; name="targetFormat"\r\n\r\njpg\r\n',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ].join('');
    const request = http.request(new URL('/convert', node.baseUrl), {
      method: 'POST',
      headers: { 'X-Service-Api-Key': tenant.key, 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    const answered = once(request, 'response');
    request.write(form);
    await eventually(
      () => readdirSync(folder.path, { recursive: true }).map((name) => path.basename(String(name))),
      (names) => names.some((name) => /^[0-9a-f]{8}-/.test(name)),
    );
    const stopped = node.stop('SIGTERM');
    await eventually(() => node.log.some((line) => line.includes('"Stopping"')), Boolean);
    request.write(picture);
    request.end('\r\n--b--\r\n');
    const [response]: http.IncomingMessage[] = await answered;
    assert.equal(response?.resume().statusCode, 202);
    assert.equal(await stopped, 0);
  });

  it('live on when nobody reads what they print', async () => {
    await start(0);
    const [node] = cluster.api;
    assert.ok(node);
    node.hangUp();
    await cluster.withoutDatabase(async () => {
      for (let asked = 0; asked < 3; asked += 1) {
        const headers = { 'X-Service-Api-Key': tenant.key };
        const answer: Response = await fetch(new URL('/convert/entitlements/me', node.baseUrl), { headers });
        assert.equal(answer.status, 500);
      }
    });
    assert.ok(node.isRunning);
  });

  it('tell what watches over them how they are, and how much there is to do', async () => {
    await start(1);
    const [worker] = cluster.workers;
    assert.ok(worker);
    await submit();
    await all('Succeeded');
    for (const node of [worker, ...cluster.api]) {
      assert.equal((await operations(node, '/healthz')).status, 200);
      assert.equal((await operations(node, '/readyz')).status, 200);
      assert.equal((await operations(node, '/elsewhere')).status, 404);
    }
    const metrics = await (await operations(worker, '/metrics')).text();
    assert.match(metrics, /^fun_queue_jobs\{state="waiting"\} 0$/m);
    assert.match(metrics, /^fun_job_seconds_count\{engine="image"\} 1$/m);
    assert.match(metrics, /^fun_places \d+$/m);
  });

  it('say that they are not ready while the database is gone', async () => {
    await start(0);
    const [node] = cluster.api;
    assert.ok(node);
    await cluster.withoutDatabase(async () => {
      assert.equal((await operations(node, '/readyz')).status, 503);
      assert.equal((await operations(node, '/healthz')).status, 200);
    });
    await eventually(
      async () => (await operations(node, '/readyz')).status,
      (status) => status === 200,
    );
  });

  it('write no key and no file’s name to their logs', async () => {
    await start(1);
    await submit();
    await all('Succeeded');
    const logs = [...cluster.api, ...cluster.workers].flatMap(({ log }) => log);
    assert.ok(logs.some((line) => line.includes('"Done"')));
    for (const secret of [tenant.key, 'secret-name']) assert.ok(!logs.some((line) => line.includes(secret)));
    for (const line of logs) assert.doesNotThrow(() => JSON.parse(line), line);
  });
});
