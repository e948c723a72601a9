// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ownExtensions } from '../../../../src/contract/extensions.ts';
import { LedgerWallet } from '../../../../src/network/accounts/wallet.ts';
import { cancelJob } from '../../../../src/network/jobs/allJobs.ts';
import { eventually } from '../../../support/eventually.ts';
import type { NetworkNode } from '../../../support/network/networkNode.ts';
import { Cluster } from '../../../support/network/cluster.ts';
import { Tenant } from '../../../support/network/tenant.ts';
import { root } from '../../../support/paths.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));

/** Resolves once `count` requests wait at a node. */
const waitsAt = async ({ operationsUrl }: NetworkNode, count: number) =>
  eventually(
    async () => (await fetch(`${operationsUrl}/metrics`)).text(),
    (text) => text.includes(`fun_waiting_requests ${count}\n`),
  );

describe('The extensions of a network', () => {
  let cluster: Cluster;
  before(async () => {
    // Has no effect, because the store is a folder.
    const env = { FUN_S3_PUBLIC_URL: 'https://store.example.com' };
    cluster = await Cluster.start({ api: 2, workers: 0, env });
  });
  after(() => cluster.stop());

  const tenantWith = async (allowance: number) => new Tenant(cluster, await cluster.tenant({ allowance }));

  it('are announced without a key', async () => {
    const answer = await fetch(new URL('/.well-known/file-utility', cluster.baseUrl));
    assert.deepEqual([answer.status, await answer.json()], [200, ownExtensions]);
  });

  it('allow repeating a submission that took the last credit', async () => {
    const tenant = await tenantWith(1);
    const send = async (key: string) => tenant.send(picture, 'a.png', 'jpg', { 'Idempotency-Key': key });
    const { json } = await send('last');
    assert.equal((await send('last')).json.id, json.id);
    assert.equal((await send('next')).status, 402);
  });

  it('refuse a key that isn’t plain text', async () => {
    const tenant = await tenantWith(1);
    const { status, json } = await tenant.send(picture, 'a.png', 'jpg', { 'Idempotency-Key': 'a b' });
    assert.deepEqual([status, json.error], [400, 'request.malformed']);
  });

  it('let requests at every node wait for the end of a job', async () => {
    const tenant = await tenantWith(1);
    const id = await tenant.submit(picture, 'a.png', 'jpg');
    const waits = cluster.origins.map((origin) =>
      tenant.call(new URL(`/convert/job/${id}?wait=20`, origin).href),
    );
    await Promise.all(cluster.api.map((node) => waitsAt(node, 1)));
    // A cancellation ends the job at once. A worker may take longer to start than the requests wait.
    assert.ok(await cancelJob(cluster.database, new LedgerWallet(), id));
    const answers = await Promise.all(waits);
    assert.deepEqual(
      answers.map(({ json }) => json.status),
      ['Canceled', 'Canceled'],
    );
  });

  it('forget a waiting caller that disconnects', async () => {
    const tenant = await tenantWith(1);
    const id = await tenant.submit(picture, 'a.png', 'jpg');
    const going = new AbortController();
    const [node] = cluster.api;
    assert.ok(node);
    const waiting = tenant.call(new URL(`/convert/job/${id}?wait=20`, node.baseUrl).href, {
      signal: going.signal,
    });
    await waitsAt(node, 1);
    going.abort();
    await assert.rejects(waiting);
    await waitsAt(node, 0);
  });

  it('end waiting requests at a node that is stopped', async () => {
    const tenant = await tenantWith(1);
    const id = await tenant.submit(picture, 'a.png', 'jpg');
    const node = await cluster.startApi();
    const waiting = tenant.call(new URL(`/convert/job/${id}?wait=20`, node.baseUrl).href);
    await waitsAt(node, 1);
    const stopped = cluster.end(node, 'SIGTERM');
    assert.equal((await waiting).json.status, 'Queued');
    assert.equal(await stopped, 0);
  });
});
