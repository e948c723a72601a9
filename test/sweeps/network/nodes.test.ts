// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { verifyLedger } from '../../../src/network/accounts/wallet.ts';
import { eventually } from '../../support/eventually.ts';
import { Cluster } from '../../support/network/cluster.ts';
import { statuses } from '../../support/network/jobParts.ts';
import { networkService } from '../../support/network/networkCommand.ts';
import type { NetworkNode } from '../../support/network/networkNode.ts';
import { withoutIsolation } from '../../support/network/withoutIsolation.ts';
import { deployedQueries, metricsIn } from '../../support/network/promql.ts';
import { Tenant } from '../../support/network/tenant.ts';
import { root } from '../../support/paths.ts';
import { isAllowed, users } from '../../support/service/sandboxes.ts';
import { hold } from '../../support/service/hold.ts';
import { descendantsOf } from '../../support/service/processes.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
/** Settings that keep a job running until its worker ends. */
const endlessJobs = { TEST_JOB_DELAY_MS: '10000000' };

const isStopping = ({ log }: NetworkNode): boolean => log.some((line) => line.includes('"Shutdown started"'));
const operations = (node: NetworkNode, route: string) => fetch(new URL(route, node.operationsUrl));

const submit = async (tenant: Tenant): Promise<string> => tenant.submit(picture, 'secret-name.png', 'jpg');
const all = ({ database }: Cluster, wanted: string) =>
  eventually(
    () => statuses(database),
    (found) => found.every((status) => status === wanted),
  );
const checkLedger = async ({ database }: Cluster): Promise<void> => {
  const { imbalances, wrongRefunds } = await verifyLedger(database);
  assert.deepEqual([...imbalances, ...wrongRefunds], []);
};

describe('The nodes of a network that stop or crash', () => {
  let cluster: Cluster;
  let tenant: Tenant;
  afterEach(async () => {
    try {
      await checkLedger(cluster);
    } finally {
      await cluster.stop();
    }
  });

  const start = async (workers: number, env: NodeJS.ProcessEnv = {}) => {
    cluster = await Cluster.start({ api: 1, workers, env });
    tenant = new Tenant(cluster, await cluster.tenant());
  };

  it('finish the jobs of a worker that was killed', async () => {
    await start(0, { FUN_SWEEP_SECONDS: '1' });
    const worker = await cluster.startWorker(endlessJobs);
    const id = await submit(tenant);
    await all(cluster, 'Processing');
    await cluster.end(worker);
    await cluster.endLeases();
    await cluster.startWorker();
    await all(cluster, 'Succeeded');
    const { rows } = await cluster.database.query('select attempt from network.jobs');
    assert.deepEqual(rows, [{ attempt: 2 }]);
    assert.deepEqual(
      [...(await tenant.call(`/convert/job/${id}/download`)).body.subarray(0, 3)],
      [0xff, 0xd8, 0xff],
    );
  });

  it('finish a worker’s jobs when it is asked to stop, and give it no more', async () => {
    await start(1);
    const [worker] = cluster.workers;
    assert.ok(worker);
    await submit(tenant);
    await all(cluster, 'Succeeded');
    const release = hold(descendantsOf(worker.pid));
    try {
      await submit(tenant);
      await eventually(
        () => statuses(cluster.database),
        ([, second]) => second === 'Processing',
      );
      const stopped = worker.stop('SIGTERM');
      await eventually(() => isStopping(worker), Boolean);
      await submit(tenant);
      release();
      assert.equal(await stopped, 0);
    } finally {
      release();
    }
    assert.deepEqual(await statuses(cluster.database), ['Succeeded', 'Succeeded', 'Queued']);
    assert.equal((await cluster.database.query('select from network.workers')).rowCount, 0);
  });

  it('hand over jobs that a stopping worker can’t finish in time', async () => {
    await start(1, { ...endlessJobs, FUN_DRAIN_SECONDS: '1' });
    await submit(tenant);
    await all(cluster, 'Processing');
    const [worker] = cluster.workers;
    assert.equal(await worker?.stop('SIGTERM'), 0);
    assert.deepEqual(await statuses(cluster.database), ['Queued']);
  });

  it('stop even if the database doesn’t answer', async () => {
    await start(1, { FUN_DRAIN_SECONDS: '0' });
    const [worker] = cluster.workers;
    assert.ok(worker);
    await cluster.database.transaction(async (connection) => {
      await connection.query('set local idle_in_transaction_session_timeout = 0');
      await connection.query('lock table network.workers in access exclusive mode');
      assert.equal(await worker.stop('SIGTERM'), 1);
    });
    assert.ok(
      worker.log.some((line) => line.includes('Shutdown timed out before all jobs and requests ended')),
    );
  });
});

describe('The nodes of a running network', () => {
  const folder = useTemporaryFolder();
  let cluster: Cluster;
  let tenant: Tenant;
  before(async () => {
    cluster = await Cluster.start({ api: 1, workers: 1 });
    tenant = new Tenant(cluster, await cluster.tenant());
  });
  afterEach(() => checkLedger(cluster));
  after(() => cluster.stop());

  it('answer for each other, whichever of them is down', async () => {
    const first = await cluster.startApi();
    const id = await submit(tenant);
    await cluster.end(first);
    await all(cluster, 'Succeeded');
    assert.equal((await tenant.call(`/convert/job/${id}`)).json.status, 'Succeeded');
    assert.equal((await tenant.call(`/convert/job/${id}/download`)).status, 200);
  });

  it('report a result that the store has lost as expired', async () => {
    const id = await submit(tenant);
    await all(cluster, 'Succeeded');
    rmSync(path.join(cluster.env['FUN_STORE'] ?? '', 'jobs', id), { recursive: true });
    const { status, json } = await tenant.call(`/convert/job/${id}/download`);
    assert.deepEqual([status, json.error], [410, 'jobs.expired']);
  });

  it('answer pending requests when they are asked to stop', async () => {
    const node = await cluster.startApi({ FUN_TEMPORARY_FOLDER: folder.path });
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
    const stopped = cluster.end(node, 'SIGTERM');
    await eventually(() => isStopping(node), Boolean);
    request.write(picture);
    request.end('\r\n--b--\r\n');
    const [response]: http.IncomingMessage[] = await answered;
    assert.equal(response?.resume().statusCode, 202);
    assert.equal(await stopped, 0);
  });

  it('keep running if nobody reads their output', async () => {
    const node = await cluster.startApi();
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

  it('report their health and workload to monitoring', async () => {
    const [worker] = cluster.workers;
    assert.ok(worker);
    await submit(tenant);
    await all(cluster, 'Succeeded');
    for (const node of [worker, ...cluster.api]) {
      assert.equal((await operations(node, '/healthz')).status, 200);
      const ready = await operations(node, '/readyz');
      assert.deepEqual([ready.status, await ready.text()], [200, 'ok\nEngines are isolated.\n']);
      assert.equal((await operations(node, '/elsewhere')).status, 404);
    }
    const metrics = await (await operations(worker, '/metrics')).text();
    assert.match(metrics, /^fun_queue_jobs\{state="waiting"\} 0$/m);
    const done = (await statuses(cluster.database)).length;
    assert.match(metrics, new RegExp(`^fun_job_seconds_count\\{engine="image"\\} ${done}$`, 'm'));
    assert.match(metrics, /^fun_places \d+$/m);
    const [api] = cluster.api;
    assert.ok(api);
    const others = await (await operations(api, '/metrics')).text();
    assert.doesNotMatch(others, /^fun_places /m);
    assert.match(others, /^fun_request_seconds_count\{method="POST",route="\/convert",status="202"\} \d+$/m);
    const credits = Number(/^fun_credits_total (\d+)$/m.exec(others)?.[1]);
    assert.ok(credits > 0);
    for (const name of deployedQueries().flatMap(metricsIn)) {
      const family = name.replace(/_(?:bucket|count)$/, '');
      assert.match(`${metrics}\n${others}`, new RegExp(`^# TYPE ${family} `, 'm'));
    }
    for (const pool of ['transactions', 'statements'])
      assert.match(
        others,
        new RegExp(`^fun_database_connections\\{pool="${pool}",state="waiting"\\} 0$`, 'm'),
      );
  });

  it('report that they aren’t ready while the database is down', async () => {
    const node = await cluster.startApi();
    await cluster.withoutDatabase(async () => {
      assert.equal((await operations(node, '/readyz')).status, 503);
      assert.equal((await operations(node, '/healthz')).status, 200);
    });
    await eventually(
      async () => (await operations(node, '/readyz')).status,
      (status) => status === 200,
    );
  });

  it('report if their engines aren’t isolated', async function () {
    const [user] = users;
    if (!user || !isAllowed('unshare', user)) this.skip();
    const node = await cluster.startWorker({}, [...withoutIsolation, ...networkService]);
    const ready = await operations(node, '/readyz');
    assert.equal(await ready.text(), 'ok\nEngines aren’t isolated: see the log.\n');
    assert.ok(node.log.some((line) => line.includes('Engines aren’t isolated') && line.includes('"reason"')));
    await submit(tenant);
    await all(cluster, 'Succeeded');
  });

  it('write the ids of a request, its account, and its job to their logs', async () => {
    const [api] = cluster.api;
    assert.ok(api);
    const form = new FormData();
    form.set('targetFormat', 'jpg');
    form.set('file', new File([picture], 'a.png'));
    const response = await fetch(new URL('/convert', api.baseUrl), {
      method: 'POST',
      headers: { 'X-Service-Api-Key': tenant.key },
      body: form,
    });
    const { id } = await response.json();
    await all(cluster, 'Succeeded');
    const entryWith = (facts: object) =>
      eventually(
        () => {
          const lines = [...cluster.api, ...cluster.workers].flatMap(({ log }) => log);
          const entries = lines.map((line) => JSON.parse(line));
          return entries.find((entry) =>
            Object.entries(facts).every(([name, value]) => entry[name] === value),
          );
        },
        (entry) => entry !== undefined,
      );
    const answered = await entryWith({ request: response.headers.get('X-Request-Id') });
    assert.deepEqual([answered.msg, answered.job, answered.status], ['Request completed', id, 202]);
    const done = await entryWith({ msg: 'Job finished', job: id });
    assert.equal(done.account, answered.account);
  });

  it('count a job as waiting for a worker only while it does', async () => {
    const [api] = cluster.api;
    assert.ok(api);
    const oldest = async () =>
      Number(/^fun_queue_oldest_seconds (.+)$/m.exec(await (await operations(api, '/metrics')).text())?.[1]);
    // No worker has the program that this job needs.
    const add = async (dueAt: string) =>
      cluster.database.query(
        `insert into network.jobs (id, account, tool, input_bytes, credits, created_at, programs, due_at)
         select gen_random_uuid(), id, 'convert', 1, 0, now() - interval '1 hour', '{none}', ${dueAt}
         from network.accounts limit 1`,
      );
    try {
      await add('null');
      assert.equal(await oldest(), 0);
      await add("now() - interval '1 hour'");
      assert.ok((await oldest()) >= 3600);
    } finally {
      await cluster.database.query("delete from network.jobs where programs = '{none}'");
    }
  });

  it('write neither keys nor file names to their logs', async () => {
    await submit(tenant);
    await all(cluster, 'Succeeded');
    const logs = [...cluster.api, ...cluster.workers].flatMap(({ log }) => log);
    assert.ok(logs.some((line) => line.includes('"Job finished"')));
    for (const secret of [tenant.key, 'secret-name']) assert.ok(!logs.some((line) => line.includes(secret)));
    for (const line of logs) assert.doesNotThrow(() => JSON.parse(line), line);
  });
});
