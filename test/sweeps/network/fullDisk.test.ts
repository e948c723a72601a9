import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { verifyLedger } from '../../../src/network/accounts/wallet.ts';
import { prepareDatabase } from '../../../src/network/database/migrate.ts';
import { eventually } from '../../support/eventually.ts';
import { Cluster } from '../../support/network/cluster.ts';
import { statuses } from '../../support/network/jobParts.ts';
import { networkService } from '../../support/network/networkCommand.ts';
import type { NetworkNode } from '../../support/network/networkNode.ts';
import { mayMount, ownDisk } from '../../support/network/ownDisk.ts';
import { Tenant } from '../../support/network/tenant.ts';
import { root } from '../../support/paths.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
const mebibyte = 1024 ** 2;
/** Slightly more than a node keeps free. */
const diskSize = '96m';
const diskBytes = 96 * mebibyte;

const readiness = async ({ operationsUrl }: NetworkNode) => {
  const response = await fetch(new URL('/readyz', operationsUrl));
  return { status: response.status, body: await response.text() };
};
const notReady = { status: 503, body: 'The temporary folder can’t be used.\n' };

(mayMount ? describe : describe.skip)('A node whose disk is full', () => {
  const folder = useTemporaryFolder();
  let cluster: Cluster;
  let tenant: Tenant;
  afterEach(async () => {
    const { imbalances, wrongRefunds } = await verifyLedger(cluster.database);
    await cluster.stop();
    assert.deepEqual([...imbalances, ...wrongRefunds], []);
  });

  const start = async (api: number, env: NodeJS.ProcessEnv = {}) => {
    cluster = await Cluster.start({ api, workers: 0, env });
    await prepareDatabase(cluster.database);
    tenant = new Tenant(cluster, await cluster.tenant({ allowance: 10 }));
  };
  const settings = () => ({ FUN_TEMPORARY_FOLDER: path.join(folder.path, 'disk') });
  const onDisk = () => {
    mkdirSync(settings().FUN_TEMPORARY_FOLDER);
    return [...ownDisk(settings().FUN_TEMPORARY_FOLDER, diskSize), ...networkService];
  };
  const fill = ({ pid }: NetworkNode): (() => void) => {
    const file = path.join('/proc', String(pid), 'root', settings().FUN_TEMPORARY_FOLDER, 'other');
    writeFileSync(file, Buffer.alloc(diskBytes - mebibyte));
    return () => rmSync(file);
  };
  const job = async () => {
    const { rows } = await cluster.database.query<{ status: string; attempt: number }>(
      'select status, attempt from network.jobs order by sequence desc limit 1',
    );
    return rows[0];
  };
  const ended = () => eventually(job, (found) => found?.status === 'Succeeded');

  it('leaves jobs to other workers, and takes some again once there is space', async () => {
    await start(1);
    const full = await cluster.startWorker(settings(), onDisk());
    assert.equal((await readiness(full)).status, 200);
    const empty = fill(full);
    assert.deepEqual(await readiness(full), notReady);
    await tenant.submit(picture, 'a.png', 'jpg');
    await eventually(
      () => full.log.join('\n'),
      (log) => log.includes('Stopped taking jobs'),
    );
    const other = await cluster.startWorker();
    assert.equal((await ended())?.attempt, 1);
    await cluster.end(other);
    empty();
    await tenant.submit(picture, 'b.png', 'jpg');
    await ended();
    assert.equal((await readiness(full)).status, 200);
  });

  it('returns a job that fills it, which costs its credit once and fails for nobody', async () => {
    await start(1, { FUN_SWEEP_SECONDS: '1' });
    const small = await cluster.startWorker(settings(), onDisk());
    await tenant.submit(zeros(), 'zeros.tar.gz', 'tar');
    await eventually(
      () => small.log.join('\n'),
      (log) => log.includes('Job returned to the queue'),
    );
    await cluster.end(small);
    await cluster.endLeases();
    await cluster.startWorker();
    assert.ok(((await ended())?.attempt ?? 0) > 1);
    assert.deepEqual(await statuses(cluster.database), ['Succeeded']);
    const { rows } = await cluster.database.query('select remaining from network.balances');
    assert.deepEqual(rows, [{ remaining: 9 }]);
  });

  it('accepts no files at the API until there is space', async () => {
    await start(0);
    const api = await cluster.startApi(settings(), onDisk());
    const empty = fill(api);
    assert.deepEqual(await readiness(api), notReady);
    const refused = await tenant.send(picture, 'a.png', 'jpg');
    assert.deepEqual([refused.status, refused.json.error], [503, 'queue.pool_saturated']);
    empty();
    await eventually(
      () => readiness(api),
      ({ status }) => status === 200,
    );
    await tenant.submit(picture, 'a.png', 'jpg');
    const tooLarge = await tenant.send(Buffer.alloc(diskBytes + mebibyte), 'b.bin', 'jpg');
    assert.deepEqual([tooLarge.status, tooLarge.json.error], [503, 'queue.pool_saturated']);
    assert.deepEqual(await statuses(cluster.database), ['Queued']);
  });

  /** An archive with a file that is larger than the node's disk. */
  function zeros(): Buffer<ArrayBuffer> {
    const file = path.join(folder.path, 'zeros');
    writeFileSync(file, '');
    truncateSync(file, diskBytes + mebibyte);
    const archive = path.join(folder.path, 'zeros.tar.gz');
    execFileSync('tar', ['-czf', archive, '-C', folder.path, 'zeros']);
    return readFileSync(archive);
  }
});
