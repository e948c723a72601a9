// Weight 2: builds an image on all cores.
import {
  CreateBucketCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { Database } from '../../../src/network/database/database.ts';
import { JobSender, type Sent } from '../../../tools/torture/network/jobSender.ts';
import { readLedger } from '../../../tools/torture/network/verdict.ts';
import { findOnPath } from '../../support/command.ts';
import { eventually } from '../../support/eventually.ts';
import { closedPort } from '../../support/http/port.ts';
import { startCaddy } from '../../support/network/caddy.ts';
import { Containers, outputOf } from '../../support/network/containers.ts';
import { startDeployedDatabase } from '../../support/network/deployedDatabase.ts';
import { endLeases, statuses } from '../../support/network/jobParts.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { makeSpyingProgram, secretFile } from '../../support/network/spyingProgram.ts';
import { bucket, Swift } from '../../support/network/swift.ts';
import { Tenant } from '../../support/network/tenant.ts';
import { root } from '../../support/paths.ts';
import { document } from '../../support/service/fixtures.ts';
import { linkingDocument } from '../../support/service/linkingOffice.ts';
import { wordsByPoppler } from '../../support/service/poppler.ts';
import { Listener } from '../../support/http/listener.ts';
import { descendantsOf } from '../../support/service/processes.ts';
import { containerNeeds, ensureSystemPackages, oldPostgresNeeds } from '../../support/systemPackages.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
const adaptedService = 'test/support/network/adaptedService.ts';
/** Options for a container that keep a job running until its worker ends. */
const endlessJobs = [
  '--env=TEST_JOB_DELAY_MS=10000000',
  '--entrypoint=node',
  `--volume=${path.join(root, adaptedService)}:/service/${adaptedService}:ro`,
];
/** The number of files that are sent at once while nodes restart. */
const concurrent = 4;
const imageTimeoutMs = 3_600_000;
/** A user ID that isn't root's, in each of the four fields. */
const ordinaryIds = /^Uid:(?:\t1000){4}$/m;

const skip = (context: Mocha.Context, reason: unknown): void => {
  console.log(`Containers can’t be built and run here: ${String(reason)}`);
  context.skip();
};

describe('The containers of deploy/', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'containers-'));
  const containers = new Containers(folder);
  const over = new AbortController();
  /** The running containers, by name. */
  const nodes = new Map<string, NetworkNode>();
  /** Functions that undo what has been started, in order. */
  const stops: (() => unknown)[] = [];
  /** The hosts and ports at which nodes listen, by name. */
  const hosts = new Map<string, string>();
  let settings: Record<string, string> = {};
  let urlOf: Awaited<ReturnType<typeof startDeployedDatabase>>['urlOf'];
  let database: Database;
  let swift: Swift;
  let address = '';
  let sender: JobSender;
  let tenant: Tenant;
  let sent = 0;

  before('look for a way to run containers', async function () {
    const isAble = process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;
    if (isAble) await ensureSystemPackages([...containerNeeds, ...oldPostgresNeeds]);
    const reason = isAble ? await containers.failure() : 'that takes root on Debian';
    if (reason !== undefined) skip(this, reason);
  });
  before('make a base', async function () {
    await containers.makeBase().catch((error: unknown) => skip(this, error));
  });
  before('make the image', async function () {
    // Installs hundreds of packages.
    this.timeout(imageTimeoutMs);
    await containers.makeImage();
  });
  before('start a database, a store, a proxy, and a node for each role', async () => {
    address = `https://localhost:${await closedPort()}`;
    for (const name of ['accounts', 'api-1', 'api-2']) hosts.set(name, `127.0.0.1:${await closedPort()}`);
    const postgres = await startDeployedDatabase();
    stops.push(postgres.stop);
    urlOf = postgres.urlOf;
    database = new Database({
      url: postgres.urlOf('network'),
      maxTransactions: 10,
      onDidFail: () => undefined,
    });
    stops.push(() => database.close());
    swift = await Swift.start(path.join(folder, 'swift'));
    stops.push(() => swift.stop());
    const [accounts = '', ...api] = hosts.values();
    const caddy = await startCaddy(folder, { address, accounts, api });
    stops.push(caddy.stop);
    const authorities = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...authorities, caddy.authority]);
    stops.push(() => tls.setDefaultCACertificates(authorities));
    settings = {
      ...swift.env,
      FUN_DATABASE_URL: postgres.urlOf('network'),
      FUN_AUTH_URL: address,
      FUN_TRUSTED_PROXIES: '127.0.0.1',
      FUN_SWEEP_SECONDS: '1',
      PATH: process.env['PATH'] ?? '',
    };
    await containers.networkCommand(['accounts', 'add', 'team', '--plan', 'pro'], settings);
    const key = await containers.networkCommand(['keys', 'add', 'team', '--name', 'laptop'], settings);
    tenant = new Tenant({ baseUrl: new URL(address) }, key);
    sender = new JobSender(tenant, over.signal);
    stops.push(async () => {
      await containers.kill();
      await Promise.all([...nodes.keys()].map(ends));
    });
    await Promise.all([start('accounts'), start('api-1'), start('api-2'), start('worker-1')]);
  });
  after(async () => {
    over.abort();
    for (const stop of stops.toReversed()) await stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function start(
    name: string,
    own: NodeJS.ProcessEnv = {},
    options: readonly string[] = [],
    args: readonly string[] = [],
  ): Promise<void> {
    const [role = ''] = name.split('-');
    assert.ok(role === 'accounts' || role === 'api' || role === 'worker');
    const host = hosts.get(name);
    const listen = host && { [role === 'accounts' ? 'FUN_ACCOUNTS_LISTEN' : 'FUN_LISTEN']: host };
    const command = [...containers.command(['--name', name, ...options]), ...args];
    const FUN_DATABASE_URL = urlOf(`network_${role}`);
    nodes.set(
      name,
      await NetworkNode.start(role, { ...settings, FUN_DATABASE_URL, ...listen, ...own }, command),
    );
  }

  async function ends(name: string): Promise<void> {
    await eventually(
      () => nodes.get(name)?.isRunning,
      (isRunning) => isRunning === false,
    );
    nodes.delete(name);
  }

  const send = async (): Promise<Sent> => {
    sent += 1;
    return sender.submit(`file-${sent}.png`, picture, 'jpg');
  };
  const checkLedger = async (): Promise<void> => {
    const { jobs, sums, leftOver, strayEntries } = await readLedger(database, new Date());
    assert.equal(jobs.length, sent);
    for (const { status, charges, refunds, credits, charged } of jobs)
      assert.deepEqual([status, charges, refunds, charged], ['Succeeded', 1, 0, credits]);
    assert.deepEqual([sums, leftOver, strayEntries], [true, 0, 0]);
  };

  it('convert a file through the proxy with TLS, and show the account pages at the same address', async () => {
    const { id } = await send();
    assert.ok(typeof (await sender.follow(id)) === 'object');
    const response = await fetch(`${address}/.well-known/openid-configuration`);
    assert.equal(Object(await response.json()).issuer, address);
    await checkLedger();
  });

  it('aren’t root, and have no capabilities and a read-only root', async () => {
    for (const name of nodes.keys()) {
      const pid = await containers.pidOf(name);
      for (const each of [pid, ...descendantsOf(pid)]) {
        const status = readFileSync(`/proc/${each}/status`, 'utf8');
        assert.match(status, ordinaryIds, name);
      }
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'])
        assert.match(status, new RegExp(`^Cap${set}:\\t0+$`, 'm'));
      assert.match(status, /^NoNewPrivs:\t1$/m);
      const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
      assert.match(mounts, /^\d+ \d+ \S+ \S+ \/ ro,/m);
    }
  });

  it('isolate their engines', async () => {
    for (const [name, node] of nodes) {
      const response = await fetch(new URL('/readyz', node.operationsUrl));
      assert.equal(await response.text(), 'ok\nEngines are isolated.\n', `${name}: ${node.log.join('\n')}`);
    }
  });

  it('have a database user without privileges', async () => {
    const { rows } = await database.query(
      'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
    );
    assert.deepEqual(rows.map(Object.values), [[false, false, false, false, false]]);
    const owned = await database.query(
      'select datname from pg_database where pg_get_userbyid(datdba) = current_user',
    );
    assert.deepEqual(owned.rows, [{ datname: 'network' }]);
  });

  it('have a store user that can only use their bucket', async () => {
    await swift.makeBucket('elsewhere', []);
    const client = new S3Client({ ...swift.access, forcePathStyle: true });
    const other = { Bucket: 'elsewhere' };
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    for (const attempt of [
      () => client.send(new ListBucketsCommand()),
      () => client.send(new CreateBucketCommand({ Bucket: 'new' })),
      () => client.send(new ListObjectsV2Command(other)),
      () => client.send(new PutObjectCommand({ ...other, Key: 'file', Body: 'text' })),
    ])
      await assert.rejects(attempt(), { name: 'AccessDenied' });
    client.destroy();
  });

  it('finish the job of a worker whose container is killed', async () => {
    await containers.kill('worker-1');
    await ends('worker-1');
    await start('worker-2', {}, endlessJobs, [adaptedService]);
    const { id } = await send();
    await eventually(
      () => statuses(database),
      (all) => all.at(-1) === 'Processing',
    );
    await containers.kill('worker-2');
    await ends('worker-2');
    await endLeases(database);
    await start('worker-3');
    assert.ok(typeof (await sender.follow(id)) === 'object');
    await checkLedger();
  });

  it('accept every file and charge for it once while the API nodes restart in turn', async () => {
    const all: Sent[] = [];
    const restarted = new AbortController();
    const load = Array.from({ length: concurrent }, async () => {
      while (!restarted.signal.aborted) all.push(await send());
    });
    for (const name of ['api-1', 'api-2']) {
      const accepted = all.length;
      await eventually(
        () => all.length,
        (count) => count > accepted,
      );
      assert.equal(await nodes.get(name)?.stop(), 0);
      await start(name);
    }
    restarted.abort();
    await Promise.all(load);
    const outcomes = await Promise.all(all.map(async ({ id }) => sender.follow(id)));
    assert.deepEqual(
      outcomes.filter((outcome) => typeof outcome === 'string'),
      [],
    );
    await checkLedger();
  });

  const worker = (): string => [...nodes.keys()].find((name) => name.startsWith('worker-')) ?? '';

  /** Converts a file. @returns the result, or `undefined` if the conversion failed */
  const convert = async (fileName: string, content: Buffer, to: string): Promise<Buffer | undefined> => {
    const id = await tenant.submit(Buffer.from(content), fileName, to);
    const { json } = await eventually(
      async () => tenant.call(`/convert/job/${id}`),
      ({ json }) => json.status === 'Succeeded' || json.status === 'Failed',
    );
    if (json.status === 'Failed') return undefined;
    return (await tenant.call(`/convert/job/${id}/download`)).body;
  };

  it('convert a document with LibreOffice', async () => {
    const pdf = await convert('a.docx', readFileSync(document('voyage.docx')), 'pdf');
    assert.ok(pdf && (await wordsByPoppler(pdf)).flat().includes('harbour'));
    const metrics = await fetch(new URL('/metrics', nodes.get(worker())?.operationsUrl));
    assert.match(await metrics.text(), /^fun_job_seconds_count\{engine="libreoffice"\} 1$/m);
  });

  it('convert hostile documents with programs that read no other files and reach no address', async () => {
    const listener = await Listener.start();
    try {
      const links = ['file:///etc/passwd', '/proc/self/environ', `${listener.url}/a.png`];
      const playlist = links.map((link) => `#EXTINF:9,\n${link}\n`).join('');
      for (const [name, content, to] of [
        ['a.docx', linkingDocument('docx', links), 'pdf'],
        ['a.odt', linkingDocument('odt', links), 'pdf'],
        ['a.ps', `%!\n${links.map((link) => `(${link}) run`).join('\n')}\nshowpage\n`, 'pdf'],
        ['a.mkv', `#EXTM3U\n#EXT-X-TARGETDURATION:9\n${playlist}#EXT-X-ENDLIST\n`, 'mp4'],
        ['a.rst', links.map((link) => `.. include:: ${link}\n\n.. image:: ${link}\n\n`).join(''), 'md'],
      ] as const) {
        const output = await convert(name, Buffer.from(content), to);
        const isPdf = to === 'pdf' && output !== undefined;
        const text = isPdf ? (await wordsByPoppler(output)).flat().join(' ') : output?.toString('latin1');
        assert.doesNotMatch(text ?? '', /root:x:|FUN_/, name);
      }
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });

  it('run even a program under an attacker’s control without access to secrets, files, or the network', async () => {
    const listener = await Listener.start();
    try {
      const spy = path.join(folder, 'spy');
      const { FUN_S3_SECRET_ACCESS_KEY: secret = '' } = settings;
      makeSpyingProgram(spy, secret, listener.url);
      const [volume, output] = [`--volume=${spy}:/spy:ro`, '/tmp/output'];
      const shell = containers.command([volume, '--entrypoint=/bin/bash']);
      const spying = `/spy/bin/pandoc --output=${output}; cat ${output}`;
      const outside = await outputOf([...shell, '-c', spying], settings);
      const spied = [secret, 'root:x:0:0', 'FUN_DATABASE_URL=', 'reached'];
      assert.deepEqual(
        spied.filter((text) => outside.includes(text)),
        spied,
      );
      const name = worker();
      assert.equal(await nodes.get(name)?.stop(), 0);
      nodes.delete(name);
      const own = { FUN_S3_SECRET_ACCESS_KEY: undefined, FUN_S3_SECRET_ACCESS_KEY_FILE: secretFile };
      await start('worker-4', own, [volume, '--env=PATH=/spy/bin:/usr/local/bin:/usr/bin:/bin']);
      const inside = String(await convert('a.rst', Buffer.from('text\n'), 'org'));
      assert.ok(inside.startsWith('spied\n'));
      assert.deepEqual(
        spied.filter((text) => inside.includes(text)),
        [],
      );
    } finally {
      listener.stop();
    }
  });
});
