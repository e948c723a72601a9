import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import { eventually } from '../../../support/eventually.ts';
import { Cluster } from '../../../support/network/cluster.ts';
import { Tenant } from '../../../support/network/tenant.ts';
import { root } from '../../../support/paths.ts';
import { DrippingConnections } from '../../../support/service/drippingConnections.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
/** Exceeds the number of requests that an account with a full batch and fifty polls makes at once. */
const manyOfOne = tierLimits.guest.maxBatchFiles + 80;

const uploadWith = (key: string) =>
  [
    'POST /compress HTTP/1.1',
    'Host: 127.0.0.1',
    `X-Service-Api-Key: ${key}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 100000',
    '',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.svg"\r\n\r\n',
  ].join('\r\n');

describe('Slow uploads', () => {
  let cluster: Cluster;
  let dripping: DrippingConnections | undefined;
  before(async () => {
    cluster = await Cluster.start({ api: 1, workers: 0 });
  });
  afterEach(() => dripping?.close());
  after(() => cluster.stop());

  it('don’t block other callers behind the same proxy, and are limited per account', async () => {
    const [slow, good] = [
      new Tenant(cluster, await cluster.tenant({ plan: 'guest' })),
      new Tenant(cluster, await cluster.tenant({ plan: 'guest' })),
    ];
    dripping = await DrippingConnections.open(cluster.baseUrl.href, manyOfOne, uploadWith(slow.key));
    await eventually(
      async () => (await slow.call('/compress/schema?format=jpg')).status,
      (status) => status === 429,
    );
    assert.equal((await slow.send(picture, 'a.png', 'jpg')).json.error, 'rate_limited');
    assert.equal((await good.send(picture, 'a.png', 'jpg')).status, 202);
  });

  it('are closed below the node’s minimum rate', async () => {
    const node = await cluster.startApi({ FUN_UPLOAD_PACE_SECONDS: '1' });
    const key = await cluster.tenant();
    dripping = await DrippingConnections.open(node.baseUrl, 3, uploadWith(key));
    const own = dripping;
    await eventually(
      () => own.open,
      (open) => open === 0,
    );
  });
});
