// Weight 1: runs several services at once.
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { NetworkService } from '../../../../src/jobs/core/service.ts';
import { runConformance } from '../../../../tools/conformance/index.ts';
import { resultLine } from '../../../../tools/conformance/runRules.ts';
import { fixedServer } from '../../../../tools/conformance/servers/fixedServer.ts';
import { notingOperations, openApi } from '../../../support/docs/openApi.ts';
import { convertFile } from '../../../support/jobs/convertFile.ts';
import { direct, never } from '../../../support/http/networkFixture.ts';
import { Cluster } from '../../../support/network/cluster.ts';
import { behind, publicStore } from '../../../support/network/publicStore.ts';
import { bucket, Swift } from '../../../support/network/swift.ts';
import { Tenant } from '../../../support/network/tenant.ts';
import { root } from '../../../support/paths.ts';
import { connectTo, ended, fileSubmission } from '../../../support/service/clientFixture.ts';

const picture = path.join(root, 'media/icon.png');
const minuteMs = 60_000;

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('Signed downloads from a network', () => {
  let folder = '';
  let swift: Swift;
  let cluster: Cluster;
  let store: Awaited<ReturnType<typeof publicStore>>;
  let service: NetworkService;
  let tenant: Tenant;
  let close: () => void;

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'store-'));
    swift = await Swift.start(folder);
    store = await publicStore(swift.access.endpoint);
    const env = { ...swift.env, FUN_S3_PUBLIC_URL: store.baseUrl.origin };
    cluster = await Cluster.start({ api: 1, workers: 1, env });
    tenant = new Tenant(cluster, await cluster.tenant());
    const connection = connectTo(cluster.baseUrl.href, tenant.key);
    ({ service } = connection);
    close = () => connection.dispose();
  });
  beforeEach(() => {
    store.seen.length = 0;
  });
  after(async () => {
    close();
    await cluster.stop();
    await store.close();
    await swift.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Converts a picture, and resolves to the job's identifier. */
  const convert = async (fileName = 'a.png'): Promise<string> => {
    const submission = await fileSubmission(picture, { fileName, targetFormat: 'webp' });
    const remote = await service.submit(submission, never());
    assert.equal((await ended(service, 'convert', remote)).status, 'Succeeded');
    return remote.jobId;
  };
  /** Asks for a download, and doesn't follow a redirect. */
  const ask = (
    id: string,
    query: string,
    headers: Readonly<Record<string, string>> = {},
    method: 'GET' | 'HEAD' = 'GET',
  ) =>
    fetch(new URL(`/convert/job/${id}/download${query}`, cluster.baseUrl), {
      method,
      headers: { 'X-Service-Api-Key': tenant.key, ...headers },
      redirect: 'manual',
    });

  it('bring the results of jobs from the store, which never sees the key', async () => {
    const source = path.join(folder, 'a.png');
    copyFileSync(picture, source);
    await convertFile(source, service);
    const result = readFileSync(path.join(folder, 'a.webp'));
    assert.equal(store.seen.length, 1);
    const [, of, , id = ''] = new URL(store.seen[0]?.path ?? '', store.baseUrl).pathname.split('/');
    assert.equal(of, bucket);
    assert.ok(result.equals(await bytesOf(await ask(id, ''))));
    assert.ok(!JSON.stringify(store.seen).includes(tenant.key));
    assert.deepEqual(Object.keys(store.seen[0]?.headers ?? {}).toSorted(), ['accept-encoding', 'host']);
  });

  it('are redirects only for those who ask for them', async () => {
    const id = await convert('Bericht „März“.png');
    const signed = await ask(id, '?signed=1');
    assert.deepEqual([signed.status, signed.headers.get('Cache-Control')], [307, 'no-store']);
    const fromStore = await fetch(signed.headers.get('Location') ?? '');
    const bytes = await bytesOf(fromStore);
    // The signature is for GET.
    const head = await ask(id, '?signed=1', {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('Content-Length')], [200, String(bytes.length)]);
    for (const query of ['', '?signed=0', '?signed']) {
      const plain = await ask(id, query);
      assert.equal(plain.status, 200);
      for (const name of ['Content-Type', 'Content-Length', 'Content-Disposition'])
        assert.equal(fromStore.headers.get(name), plain.headers.get(name), name);
      assert.ok(bytes.equals(await bytesOf(plain)));
    }
  });

  it('lead only to the configured store, whatever the request says', async () => {
    const id = await convert();
    const { headers } = await ask(id, '?signed=1', {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
      Origin: 'https://evil.example',
    });
    const location = new URL(headers.get('Location') ?? '');
    assert.equal(location.origin, store.baseUrl.origin);
    assert.equal(location.searchParams.get('X-Amz-Expires'), '60');
  });

  it('are only for the account of the job', async () => {
    const id = await convert();
    const other = await cluster.tenant();
    for (const [key, status] of [
      [other, 404],
      ['none', 401],
    ] as const) {
      const answer = await ask(id, '?signed=1', { 'X-Service-Api-Key': key });
      assert.deepEqual([answer.status, answer.headers.get('Location')], [status, null]);
    }
  });

  it('come from the network if the address has expired', async () => {
    const id = await convert();
    const signer = new S3Client({
      ...swift.access,
      endpoint: store.baseUrl.origin,
      forcePathStyle: true,
    });
    const command = new GetObjectCommand({ Bucket: bucket, Key: `jobs/${id}/1/output` });
    const sign = (signingDate: Date) => getSignedUrl(signer, command, { expiresIn: 60, signingDate });
    const expired = await sign(new Date(Date.now() - 2 * minuteMs));
    assert.deepEqual(
      [(await fetch(await sign(new Date()))).status, (await fetch(expired)).status],
      [200, 403],
    );
    store.seen.length = 0;
    const late = await behind(cluster.baseUrl.href, {
      answer: ({ headers }) => (headers.location ? { headers: { ...headers, location: expired } } : {}),
    });
    const connection = connectTo(late.baseUrl.href, tenant.key);
    try {
      await connection.service.extensions(never());
      const remote = { jobId: id, epoch: undefined };
      const { body } = await connection.service.download('convert', remote, never());
      assert.ok((await buffer(body)).equals(await bytesOf(await ask(id, ''))));
      assert.equal(store.seen.length, 1);
    } finally {
      connection.dispose();
      await late.close();
    }
  });

  it('follow every rule about signed addresses, as uploads do', async () => {
    const servers = fixedServer(cluster.baseUrl, tenant.key);
    const { description, noted } = notingOperations();
    const only = 'extensions.signed-';
    const run = { servers, plan: 'pro', only, description, proxy: direct, signal: never() } as const;
    const lines: string[] = [];
    for await (const result of runConformance(run)) lines.push(`${result.outcome} ${resultLine(result)}`);
    assert.equal(lines.length, 4);
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('pass ')),
      [],
    );
    assert.ok(!lines.join('\n').includes('X-Amz-'));
    const ofUploads = openApi.operations.map(({ name }) => name).filter((name) => name.includes('/uploads'));
    assert.equal(ofUploads.length, 2);
    for (const name of ofUploads) assert.ok(noted.has(name), name);
  });

  it('leave no address in the log', () => {
    const log = [...cluster.api, ...cluster.workers].flatMap((node) => node.log).join('\n');
    assert.ok(log.includes('/convert/job/:id/download'));
    assert.ok(!/X-Amz-|signed=1/.test(log));
  });
});
