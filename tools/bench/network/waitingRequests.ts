import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Cluster } from '../../../test/support/network/cluster.ts';
import { Tenant } from '../../../test/support/network/tenant.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { root } from '../../../test/support/paths.ts';
import { maxMemory } from './bytesThroughNode.ts';

/** The number of requests that an account or an address may make at once. */
const perTenant = 1000;
const samples = 20;
const patienceMs = 120_000;

/** The memory growth of an API node while this many requests wait, and the median delay of an answer. */
export async function waitingRequests(
  count: number,
): Promise<{ readonly grownBytes: number; readonly lagMs: number }> {
  const cluster = await Cluster.start({ api: 1, workers: 0 });
  try {
    const [node] = cluster.api;
    if (node === undefined) throw new Error('No node is running');
    const picture = readFileSync(path.join(root, 'media/icon.png'));
    const tenants: (readonly [Tenant, string])[] = [];
    for (let number = 0; number < count / perTenant; number += 1) {
      const tenant = new Tenant(cluster, await cluster.tenant());
      tenants.push([tenant, await tenant.submit(picture, 'a.png', 'jpg')]);
    }
    const before = maxMemory(node.pid);
    const answers: Promise<unknown>[] = [];
    for (const [number, [{ key }, id]] of tenants.entries())
      for (let each = 0; each < perTenant; each += 1)
        answers.push(
          waitFor(new URL(`/convert/job/${id}?wait=20`, node.baseUrl), key, `127.0.0.${number + 2}`),
        );
    const waiting = async () => (await fetch(`${node.operationsUrl}/metrics`)).text();
    await eventually(waiting, (text) => text.includes(`fun_waiting_requests ${count}\n`), patienceMs);
    const grownBytes = maxMemory(node.pid) - before;
    await cluster.startWorker();
    await Promise.all(answers);
    const tenant = new Tenant(cluster, await cluster.tenant());
    const lags: number[] = [];
    for (let number = 0; number < samples; number += 1) {
      const id = await tenant.submit(picture, 'a.png', 'jpg');
      await waitFor(new URL(`/convert/job/${id}?wait=20`, node.baseUrl), tenant.key, '127.0.0.2');
      const answeredAt = Date.now();
      const { rows } = await cluster.database.query<{ endedAt: Date }>(
        'select ended_at as "endedAt" from network.jobs where id = $1',
        [id],
      );
      lags.push(answeredAt - (rows[0]?.endedAt.getTime() ?? 0));
    }
    return { grownBytes, lagMs: lags.toSorted((one, other) => one - other)[samples / 2] ?? 0 };
  } finally {
    await cluster.stop();
  }
}

async function waitFor(url: URL, key: string, localAddress: string): Promise<void> {
  const request = http.get(url, { headers: { 'X-Service-Api-Key': key }, agent: false, localAddress });
  const [answer]: http.IncomingMessage[] = await once(request, 'response');
  await answer?.toArray();
  if (answer?.statusCode !== 200) throw new Error(`The request failed with status ${answer?.statusCode}`);
}
