// Weight 1: runs several services at once.
import { PDFDocument } from '@cantoo/pdf-lib';
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import {
  minSignedUploadBytes,
  type SignedRequest,
  uploadPartBytes,
} from '../../../src/contract/extensions.ts';
import { readConfiguration } from '../../../src/network/configuration.ts';
import { deleteAbandonedUploads, deleteOrphans } from '../../../src/network/roles/sweeper.ts';
import { openStore } from '../../../src/network/store/openStore.ts';
import type { Asked } from '../../support/conformance/alteredServers.ts';
import { eventually } from '../../support/eventually.ts';
import { convertFile } from '../../support/jobs/convertFile.ts';
import { Cluster } from '../../support/network/cluster.ts';
import { keysIn } from '../../support/network/jobParts.ts';
import { behind, publicStore } from '../../support/network/publicStore.ts';
import { Swift } from '../../support/network/swift.ts';
import { Tenant } from '../../support/network/tenant.ts';
import { root } from '../../support/paths.ts';
import { connectTo } from '../../support/service/clientFixture.ts';

/** A picture with other bytes behind it, in three parts. */
const content = Buffer.concat([
  readFileSync(path.join(root, 'media/icon.png')),
  Buffer.alloc(minSignedUploadBytes, 'padding'),
]);
const partsOf = (file: Buffer<ArrayBuffer>) =>
  Array.from({ length: Math.ceil(file.length / uploadPartBytes) }, (_, part) =>
    file.subarray(part * uploadPartBytes, (part + 1) * uploadPartBytes),
  );
const parts = partsOf(content);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const put = async ({ url, headers }: SignedRequest, body: Buffer<ArrayBuffer>): Promise<number> =>
  (await fetch(url, { method: 'PUT', headers, body })).status;

const creditsOf = async (tenant: Tenant) =>
  (await tenant.call('/convert/entitlements/me')).json.remainingCredits;

const create = (tenant: Tenant, bytes = content.length) =>
  tenant.call(`/uploads?bytes=${bytes}`, { method: 'POST' });
const sign = (tenant: Tenant, id: string, part: number, digest = sha256(parts[part] ?? content)) =>
  tenant.call(`/uploads/${id}/${part}?sha256=${digest}`);
const submit = (
  tenant: Tenant,
  id: string | undefined,
  { key = '', fileName = 'a.png', targetFormat = 'webp', file = Buffer.alloc(0) } = {},
) => {
  const form = new FormData();
  form.set('targetFormat', targetFormat);
  if (id !== undefined) form.set('upload', id);
  form.set('file', new File([file], fileName));
  const headers = key === '' ? {} : { 'Idempotency-Key': key };
  return tenant.call('/convert', { method: 'POST', body: form, headers });
};
/** Uploads the parts, and resolves to the upload's identifier. */
const upload = async (tenant: Tenant, { file = content, without = -1 } = {}): Promise<string> => {
  const { status, json } = await create(tenant, file.length);
  assert.deepEqual([status, json.partBytes], [201, uploadPartBytes]);
  for (const [part, bytes] of partsOf(file).entries()) {
    if (part === without) continue;
    const signed = await sign(tenant, json.id, part, sha256(bytes));
    assert.equal(await put(signed.json, bytes), 200);
  }
  return json.id;
};
const resultOf = async (tenant: Tenant, id: string): Promise<Buffer> => {
  const { status } = await eventually(
    async () => (await tenant.call(`/convert/job/${id}?wait=20`)).json,
    (job) => ['Succeeded', 'Failed'].includes(job.status),
  );
  assert.equal(status, 'Succeeded');
  return (await tenant.call(`/convert/job/${id}/download`)).body;
};

const sizesOf = (requests: readonly Asked[], method: string, route: string) =>
  requests
    .filter((each) => each.method === method && each.path.startsWith(route))
    .map(({ headers }) => Number(headers['content-length'] ?? 0));

describe('Signed uploads to a network', () => {
  let folder = '';
  let swift: Swift;
  let cluster: Cluster;
  let store: Awaited<ReturnType<typeof publicStore>>;
  let isFailing = false;

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'store-'));
    swift = await Swift.start(folder);
    const full = { status: 507, body: Buffer.from('Full') };
    store = await publicStore(swift.access.endpoint, () => (isFailing ? full : undefined));
    const env = { ...swift.env, FUN_S3_PUBLIC_URL: store.baseUrl.origin, FUN_SPOOL_MEGABYTES: '400' };
    cluster = await Cluster.start({ api: 2, workers: 1, env });
  });
  beforeEach(() => {
    store.seen.length = 0;
    isFailing = false;
  });
  after(async () => {
    await cluster.stop();
    await store.close();
    await swift.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const tenantWith = async (allowance: number) => new Tenant(cluster, await cluster.tenant({ allowance }));
  /** Converts a file with the extension's code, and resolves to the requests that reached the network. */
  const convertWithExtension = async (tenant: Tenant, name: string): Promise<Asked[]> => {
    const requests: Asked[] = [];
    const network = await behind(cluster.baseUrl.href, { ask: (asked) => (requests.push(asked), {}) });
    const source = path.join(folder, `${name}.png`);
    writeFileSync(source, content);
    const connection = connectTo(network.baseUrl.href, tenant.key);
    try {
      await convertFile(source, connection.service);
      assert.equal((await sharp(path.join(folder, `${name}.webp`)).metadata()).format, 'webp');
    } finally {
      connection.dispose();
      await network.close();
    }
    return requests;
  };
  it('bring large files to the store without the key, and charge once', async () => {
    const tenant = await tenantWith(5);
    const requests = await convertWithExtension(tenant, 'direct');
    const puts = store.seen.filter(({ method }) => method === 'PUT');
    assert.deepEqual(
      puts.map(({ headers }) => Number(headers['content-length'])),
      parts.map(({ length }) => length),
    );
    assert.ok(!JSON.stringify(store.seen).includes(tenant.key));
    const [submitted = 0, ...more] = sizesOf(requests, 'POST', '/convert');
    assert.ok(submitted < 1000, String(submitted));
    assert.deepEqual(more, []);
    assert.equal(await creditsOf(tenant), 4);
  });

  it('are replaced by one ordinary submission if the store fails', async () => {
    const tenant = await tenantWith(5);
    isFailing = true;
    const requests = await convertWithExtension(tenant, 'ordinary');
    const puts = store.seen.filter(({ method }) => method === 'PUT');
    assert.ok(puts.length > 0 && puts.length <= 4, String(puts.length));
    const sizes = sizesOf(requests, 'POST', '/convert');
    assert.equal(sizes.length, 1);
    assert.ok((sizes[0] ?? 0) > content.length);
    assert.equal(await creditsOf(tenant), 4);
  });

  it('can’t store anything but the announced parts', async () => {
    const tenant = await tenantWith(5);
    const { json } = await create(tenant);
    // The last part is small, so the store doesn't refuse it before it has arrived.
    const { json: signed } = await sign(tenant, json.id, 2);
    const other = Buffer.from(parts[2] ?? content);
    other[100] = 1;
    assert.equal(await put(signed, other), 400);
    assert.equal(await put(signed, other.subarray(1)), 403);
    const unsigned = {
      ...signed,
      headers: { ...signed.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    };
    assert.equal(await put(unsigned, other), 403);
    for (const [part, digest] of [
      [2, sha256(other)],
      [3, undefined],
      [-1, undefined],
      [0.5, undefined],
    ] as const)
      assert.ok([400, 404].includes((await sign(tenant, json.id, part, digest)).status), String(part));
    assert.equal((await submit(tenant, json.id)).status, 404);
    assert.equal(await creditsOf(tenant), 5);
  });

  it('are only submitted when they are complete', async () => {
    const tenant = await tenantWith(5);
    const id = await upload(tenant, { without: 1 });
    assert.equal((await submit(tenant, id)).status, 404);
    await sign(tenant, id, 1);
    assert.equal((await submit(tenant, id)).status, 404);
    assert.equal(await creditsOf(tenant), 5);
    await put((await sign(tenant, id, 1)).json, parts[1] ?? content);
    assert.equal((await submit(tenant, id, { file: Buffer.from('not empty') })).status, 400);
    assert.deepEqual([(await submit(tenant, id)).status, await creditsOf(tenant)], [202, 4]);
  });

  it('belong to one account', async () => {
    const [tenant, thief] = [await tenantWith(5), await tenantWith(5)];
    const id = await upload(tenant);
    assert.equal((await sign(thief, id, 0)).status, 404);
    assert.equal((await submit(thief, id)).status, 404);
    assert.equal((await submit(thief, 'no-uuid')).status, 404);
    assert.deepEqual([(await submit(tenant, id)).status, await creditsOf(thief)], [202, 5]);
  });

  it('become one job, even if they are submitted several times at once', async () => {
    const tenant = await tenantWith(5);
    const id = await upload(tenant);
    const answers = await Promise.all(['a', 'b', 'c', ''].map((key) => submit(tenant, id, { key })));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [202, 404, 404, 404],
    );
    assert.equal((await submit(tenant, id)).status, 404);
    assert.equal((await sign(tenant, id, 0)).status, 404);
    assert.equal(await creditsOf(tenant), 4);
  });

  it('are the same request as the file itself for an idempotency key', async () => {
    const tenant = await tenantWith(5);
    const id = await upload(tenant);
    const key = 'key';
    const answers = [
      ...(await Promise.all([submit(tenant, id, { key }), submit(tenant, id, { key })])),
      await submit(tenant, id, { key }),
      await submit(tenant, await upload(tenant), { key }),
      await submit(tenant, undefined, { key, file: content }),
    ];
    assert.deepEqual(
      answers.map(({ status, json }) => [status, json.id]),
      answers.map(() => [202, id]),
    );
    assert.equal((await submit(tenant, id, { key, targetFormat: 'jpg' })).status, 409);
    assert.equal(await creditsOf(tenant), 4);
  });

  it('can’t be changed by their addresses after they were accepted', async () => {
    const tenant = await tenantWith(5);
    const id = await upload(tenant);
    const { json: signed } = await sign(tenant, id, 0);
    assert.equal((await submit(tenant, id)).status, 202);
    assert.equal(await put(signed, Buffer.alloc(uploadPartBytes)), 400);
    assert.equal((await sharp(await resultOf(tenant, id)).metadata()).format, 'webp');
  });

  it('cost a credit for each page of a document', async () => {
    const tenant = await tenantWith(5);
    const document = await PDFDocument.create();
    for (let page = 0; page < 3; page += 1) document.addPage();
    // Random bytes can't be compressed.
    await document.attach(randomBytes(minSignedUploadBytes), 'a.bin');
    const pdf = Buffer.from(await document.save());
    const id = await upload(tenant, { file: pdf });
    const { status, json } = await submit(tenant, id, { fileName: 'a.pdf', targetFormat: 'txt' });
    assert.deepEqual([status, json.credits, await creditsOf(tenant)], [202, 3, 2]);
  });

  it('aren’t jobs, and cost nothing, if the file isn’t supported', async () => {
    const tenant = await tenantWith(5);
    const id = await upload(tenant, { file: Buffer.alloc(minSignedUploadBytes, 'text') });
    const { json } = await submit(tenant, id, { fileName: 'a.unknown' });
    assert.deepEqual([json.error, await creditsOf(tenant)], ['conversions.unsupported_pair', 5]);
  });

  it('take limited space, of which an account gets its share', async () => {
    await cluster.database.query('update network.uploads set used_at = now()');
    const [greedy, other] = [await tenantWith(5), await tenantWith(5)];
    const statuses: number[] = [];
    for (const tenant of [greedy, greedy, other, await tenantWith(5)])
      statuses.push((await create(tenant, 160 * 1024 ** 2)).status);
    assert.deepEqual(statuses, [201, 503, 201, 503]);
    await cluster.database.query('update network.uploads set used_at = now()');
  });

  it('are deleted after an hour, and free their space', async () => {
    const tenant = await tenantWith(5);
    const id = await upload(tenant);
    const objects = openStore(readConfiguration({ ...cluster.env }, undefined));
    const keys = async () => (await keysIn(objects)).filter((key) => key.includes(id));
    await deleteOrphans(cluster.database, objects, 0);
    assert.equal((await keys()).length, 3);
    await cluster.database.query(`update network.uploads set created_at = now() - interval '61 minutes'`);
    assert.equal((await submit(tenant, id)).status, 404);
    assert.equal((await sign(tenant, id, 0)).status, 404);
    assert.ok((await deleteAbandonedUploads(cluster.database, objects)) > 0);
    assert.deepEqual(await keys(), []);
    assert.equal((await create(tenant, 300 * 1024 ** 2)).status, 201);
  });

  it('have a size that the plan allows', async () => {
    const guest = new Tenant(cluster, await cluster.tenant({ plan: 'guest' }));
    assert.equal((await create(guest, 51 * 1024 ** 2)).status, 413);
    assert.equal((await create(guest, minSignedUploadBytes - 1)).status, 400);
    const poor = await tenantWith(0);
    assert.equal((await create(poor)).status, 402);
  });

  it('leave no address in the log', () => {
    const log = [...cluster.api, ...cluster.workers].flatMap((node) => node.log).join('\n');
    assert.ok(log.includes('/uploads/:id/:part'));
    assert.ok(!/AWS4|sha256=/i.test(log));
  });
});
