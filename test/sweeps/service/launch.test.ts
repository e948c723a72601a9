import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { LocalEndpoint } from '../../../src/contract/routes.ts';
import { LocalService, type LocalServiceOptions } from '../../../src/vscode/localService/localService.ts';
import { minuteMs } from '../../../src/util/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ApiCaller } from '../../support/service/apiCaller.ts';
import { filesBelow } from '../../support/service/files.ts';
import { sample } from '../../support/service/fixtures.ts';
import { hold } from '../../support/service/hold.ts';
import { childrenOf, commandLineOf, isRunning } from '../../support/service/processes.ts';
import { decode, decodeFile, psnr } from '../../support/service/raster.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

async function submit(api: ApiCaller): Promise<string> {
  const { json } = await api.submit('/convert', sample('cat.png'), { targetFormat: 'webp' });
  return json?.id ?? '';
}

async function statusOf(api: ApiCaller, id: string): Promise<unknown> {
  return (await api.call(`/convert/job/${id}`)).json?.status;
}

describe('LocalService', () => {
  const folder = useTemporaryFolder();
  let services: LocalService[] = [];
  let callers: ApiCaller[] = [];
  let log: string[] = [];

  afterEach(async () => {
    for (const service of services) service.dispose();
    await Promise.all(callers.map(async (caller) => caller.close()));
    [services, callers, log] = [[], [], []];
    await eventually(servicePid, (pid) => pid === 0);
  });

  function local(over: Partial<LocalServiceOptions> = {}): LocalService {
    const own = new LocalService({
      scriptPath: bundle,
      temporaryRoot: folder.path,
      log: (line) => log.push(line),
      ...over,
    });
    services.push(own);
    return own;
  }

  function caller({ socketPath, key }: LocalEndpoint): ApiCaller {
    const own = new ApiCaller('http://localhost', key, socketPath);
    callers.push(own);
    return own;
  }

  it('logs what its process prints to stderr, line by line', async () => {
    const script = path.join(folder.path, 'complaining.cjs');
    const halves = [String.raw`'one\ntw'`, String.raw`'o\nthree'`];
    const [first, second] = halves.map((half) => `process.stderr.write(${half})`);
    writeFileSync(script, `${first}; setTimeout(() => { ${second}; process.exit(1); }, 100);`);
    await assert.rejects(local({ scriptPath: script }).start(), { code: 'localService.unavailable' });
    const lines = await eventually(
      () => log.filter((line) => line.startsWith('Local service: ')),
      ({ length }) => length === 3,
    );
    assert.deepEqual(lines, ['Local service: one', 'Local service: two', 'Local service: three']);
  });

  it('starts once for simultaneous callers, and converts without credits', async () => {
    const own = local();
    assert.equal(own.epoch(), undefined);
    const [endpoint, same] = await Promise.all([own.start(), own.start()]);
    assert.deepEqual(endpoint, same);
    assert.equal(own.epoch(), endpoint.epoch);
    const api = caller(endpoint);
    const { job, output } = await api.convert(sample('cat.png'), 'webp');
    assert.equal(job['credits'], 0);
    assert.ok(psnr(await decodeFile(sample('cat.png'), 'png'), await decode(output, 'webp')) > 30);
    assert.equal((await api.call('/convert/entitlements/me')).json?.['planId'], 'local');
  });

  it('has a worker process starting by the time it listens', async () => {
    await local().start();
    assert.equal(childrenOf(servicePid()).length, 1);
  });

  it('stops when idle, and starts again on demand', async () => {
    const clock = new FakeClock();
    const own = local({ clock });
    const { epoch } = await own.start();
    const pid = servicePid();
    await clock.advance(4 * minuteMs);
    assert.equal((await own.start()).epoch, epoch);
    await clock.advance(4 * minuteMs);
    assert.equal(own.epoch(), epoch);
    await clock.advance(minuteMs);
    assert.equal(own.epoch(), undefined);
    assert.equal(clock.pendingTimers, 0);
    await eventually(
      () => isRunning(pid),
      (runs) => !runs,
    );
    assert.notEqual((await own.start()).epoch, epoch);
  });

  it('runs as many parallel jobs as it may, at the configured priority', async () => {
    const share = { maxParallelJobs: 1, isBelowNormal: true };
    const own = local({ share: () => share });
    assert.equal(own.limits.maxParallelJobs, 1);
    const api = caller(await own.start());
    const pid = servicePid();
    assert.equal(os.getPriority(pid), os.constants.priority.PRIORITY_BELOW_NORMAL);
    const release = hold(childrenOf(pid));
    const [first, second] = [await submit(api), await submit(api)];
    assert.deepEqual([await statusOf(api, first), await statusOf(api, second)], ['Processing', 'Queued']);

    share.maxParallelJobs = 2;
    own.refreshShare();
    assert.equal(own.limits.maxParallelJobs, 2);
    assert.equal((await api.ended('convert', second)).status, 'Succeeded');
    assert.equal(await statusOf(api, first), 'Processing');
    release();
    assert.equal((await api.ended('convert', first)).status, 'Succeeded');
  });

  it('accepts no connections from others', async () => {
    const endpoint = await local().start();
    assert.equal((await caller({ ...endpoint, key: 'guess' }).call('/compress')).status, 401);
    assert.ok(Buffer.byteLength(endpoint.socketPath) <= 103);
    assert.equal(statSync(path.dirname(endpoint.socketPath)).mode & 0o777, 0o700);
    assert.equal(statSync(endpoint.socketPath).mode & 0o077, 0);
    const pid = servicePid();
    assert.ok(!commandLineOf(pid).includes(endpoint.key));
    assert.ok(!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(endpoint.key));
  });

  it('passes only required environment variables to its child', async () => {
    process.env['FUN_TEST_SECRET'] = 'secret';
    try {
      await local().start();
    } finally {
      delete process.env['FUN_TEST_SECRET'];
    }
    const environment = readFileSync(`/proc/${servicePid()}/environ`, 'latin1').split('\0');
    assert.ok(environment.includes('ELECTRON_RUN_AS_NODE=1'));
    assert.deepEqual(
      environment.filter((entry) => entry.startsWith('FUN_')),
      [],
    );
  });

  it('has a new key and epoch after it died, and reports the exit', async () => {
    const own = local();
    const first = await own.start();
    const exits: (string | undefined)[] = [];
    own.onDidExit((epoch) => exits.push(epoch));
    process.kill(servicePid(), 'SIGKILL');
    await eventually(
      () => exits.length,
      (count) => count === 1,
    );
    assert.deepEqual([exits, own.epoch()], [[first.epoch], undefined]);
    const second = await own.start();
    assert.notEqual(second.epoch, first.epoch);
    assert.notEqual(second.key, first.key);
    assert.equal((await caller(second).call('/compress')).status, 200);
  });

  it('cleans up after a killed child', async () => {
    const own = local();
    const api = caller(await own.start());
    await api.convert(sample('cat.png'), 'gif');
    assert.deepEqual(filesBelow(folder.path), ['output']);
    process.kill(servicePid(), 'SIGKILL');
    await eventually(
      () => own.epoch(),
      (epoch) => epoch === undefined,
    );
    await own.start();
    assert.deepEqual(filesBelow(folder.path), []);
    assert.equal(readdirSync(folder.path).length, 1);
  });

  it('cancels jobs, including running ones, and accepts cancellation of ended ones', async () => {
    const own = local({ share: () => ({ maxParallelJobs: 1, isBelowNormal: false }) });
    const api = caller(await own.start());
    const workers = childrenOf(servicePid());
    hold(workers);
    const ids = [await submit(api), await submit(api)];
    for (const id of ids) await own.cancel('convert', id);
    const states = await Promise.all(ids.map(async (id) => (await api.ended('convert', id)).status));
    assert.ok(
      states.every((status) => status === 'Canceled'),
      states.join(),
    );
    // Canceling a running job ends its worker process.
    await eventually(
      () => workers.filter(isRunning),
      (running) => running.length === 0,
    );
    await own.cancel('convert', 'unknown');
    assert.deepEqual(
      await eventually(
        () => filesBelow(folder.path),
        (files) => files.length === 0,
      ),
      [],
    );
  });

  it('ends with its workers when disposed', async () => {
    const own = local();
    const endpoint = await own.start();
    await caller(endpoint).convert(sample('cat.png'), 'gif');
    const pids = [servicePid(), ...childrenOf(servicePid())];
    assert.equal(pids.length, 2);
    own.dispose();
    const stopped = { code: 'localService.unavailable', message: 'The local service was stopped.' };
    await assert.rejects(own.start(), stopped);
    await eventually(
      () => pids.filter(isRunning),
      (running) => running.length === 0,
    );
    await eventually(
      () => [readdirSync(folder.path).length, existsSync(endpoint.socketPath)],
      ([left, socket]) => left === 0 && socket === false,
    );
    await assert.rejects(own.start(), stopped);
  });

  it('ends with its workers when its parent is killed', async () => {
    const script = path.join(import.meta.dirname, '../../support/service/parent.ts');
    const parent = spawn(process.execPath, [script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const endpoint: LocalEndpoint = JSON.parse(String(line));
    const api = caller(endpoint);
    await submit(api);
    const [child = 0] = childrenOf(parent.pid ?? 0);
    const pids = [
      child,
      ...(await eventually(
        () => childrenOf(child),
        (workers) => workers.length > 0,
      )),
    ];
    parent.kill('SIGKILL');
    await eventually(
      () => pids.filter(isRunning),
      (running) => running.length === 0,
    );
  });

  it('loses only one job when a worker crashes', async () => {
    const own = local();
    const api = caller(await own.start());
    const workers = childrenOf(servicePid());
    hold(workers);
    const id = await submit(api);
    assert.equal(await statusOf(api, id), 'Processing');
    for (const worker of workers) process.kill(worker, 'SIGKILL');
    const job = await api.ended('convert', id);
    assert.deepEqual(
      [job.status, job.error],
      ['Failed', { error: 'conversion.failed', detail: 'The conversion crashed.' }],
    );
    await api.convert(sample('cat.png'), 'gif');
  });

  it('gives up for a while on a child that exits right after each start', async () => {
    const scriptPath = path.join(folder.path, 'broken.cjs');
    writeFileSync(scriptPath, 'process.exit(7)');
    const clock = new FakeClock();
    const own = local({ scriptPath, clock });
    const unavailable = { code: 'localService.unavailable' };
    for (let start = 0; start < 3; start += 1) await assert.rejects(own.start(), unavailable);
    const ends = log.length;
    await assert.rejects(own.start(), { ...unavailable, message: /right after each start/ });
    assert.equal(log.length, ends);
    await clock.advance(60_000);
    await assert.rejects(own.start(), { ...unavailable, message: 'The local service exited.' });
  });

  it('stops waiting, but not the start, when the signal aborts', async () => {
    const own = local();
    const abort = new AbortController();
    const waiting = own.start(abort.signal);
    abort.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    assert.equal((await own.start()).epoch, own.epoch());
  });
});

/** The service's process. Other child processes are decoders that other tests use. */
function servicePid(): number {
  return (
    childrenOf(process.pid).find((pid) => isRunning(pid) && commandLineOf(pid).includes('embedded')) ?? 0
  );
}
