import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { LocalService, type LocalServiceOptions } from '../../../src/vscode/localService/localService.ts';
import { minuteMs } from '../../../src/util/clock.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { fakeProgram } from '../../support/service/fakeProgram.ts';
import { filesBelow, named } from '../../support/service/files.ts';
import { media, sample } from '../../support/service/fixtures.ts';
import { hold } from '../../support/service/hold.ts';
import { LocalWork } from '../../support/service/localWork.ts';
import {
  addressesOf,
  childrenOf,
  descendantsOf,
  isRunning,
  localServices,
} from '../../support/service/processes.ts';
import { decode, decodeFile, psnr } from '../../support/service/raster.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const exited = { error: 'localService.exited', detail: 'The local service exited.' };

/** The service's process. Other child processes are decoders that other tests use. */
function servicePid(): number {
  return localServices()[0] ?? 0;
}

async function gone(pids: readonly number[]): Promise<void> {
  await becomes(() => pids.filter(isRunning), []);
}

describe('LocalService', () => {
  const folder = useTemporaryFolder();
  let temporaryRoot: string;
  let services: LocalService[] = [];
  let log: string[] = [];

  beforeEach(async () => {
    temporaryRoot = path.join(folder.path, 'service');
    await mkdir(temporaryRoot);
  });
  afterEach(async () => {
    for (const service of services) service.dispose();
    [services, log] = [[], []];
    await eventually(servicePid, (pid) => pid === 0);
  });

  function local(over: Partial<LocalServiceOptions> = {}): LocalService {
    const own = new LocalService({
      scriptPath: bundle,
      temporaryRoot,
      log: (line) => log.push(line),
      ...over,
    });
    services.push(own);
    return own;
  }

  const convert = (own: LocalService, to = 'webp'): LocalWork =>
    new LocalWork(own, folder.path, named(sample('cat.png')), to);

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

  it('starts once for simultaneous callers, and converts', async () => {
    const own = local();
    assert.equal(servicePid(), 0);
    const works = [convert(own), convert(own)];
    await Promise.all([own.start(), own.start()]);
    assert.equal(localServices().length, 1);
    for (const work of works) {
      const output = await work.output();
      assert.equal((await work.ended).fileName, 'cat.webp');
      assert.ok(psnr(await decodeFile(sample('cat.png'), 'png'), await decode(output, 'webp')) > 30);
    }
    assert.equal(localServices().length, 1);
  });

  it('has a worker process starting by the time it takes requests', async () => {
    await local().start();
    assert.equal(childrenOf(servicePid()).length, 1);
  });

  it('stops when idle, and starts again on demand', async () => {
    const clock = new FakeClock();
    const own = local({ clock });
    await own.start();
    const pid = servicePid();
    await clock.advance(4 * minuteMs);
    await own.start();
    await clock.advance(4 * minuteMs);
    assert.deepEqual(localServices(), [pid]);
    await clock.advance(minuteMs);
    assert.equal(clock.pendingTimers, 0);
    await gone([pid]);
    await own.start();
    assert.notEqual(servicePid(), pid);
  });

  it('doesn’t stop while it works', async () => {
    const clock = new FakeClock();
    const own = local({ clock });
    await own.start();
    const release = hold(childrenOf(servicePid()));
    const work = convert(own);
    await work.begun;
    await clock.advance(20 * minuteMs);
    release();
    assert.equal((await work.ended).status, 'Succeeded');
  });

  it('runs as many parallel jobs as it may, at the configured priority', async () => {
    const share = { maxParallelJobs: 1, isBelowNormal: true };
    const own = local({ share: () => share });
    assert.equal((await own.limits()).maxParallelJobs, 1);
    await own.start();
    const pid = servicePid();
    assert.equal(os.getPriority(pid), os.constants.priority.PRIORITY_BELOW_NORMAL);
    const release = hold(childrenOf(pid));
    const first = convert(own);
    await first.begun;
    const second = convert(own);
    assert.equal(second.status, 'Queued');
    // Work that the user waits for in an editor doesn't queue behind jobs.
    const urgent = new LocalWork(own, folder.path, named(sample('cat.png')), 'gif', { isUrgent: true });
    assert.equal((await urgent.ended).status, 'Succeeded');
    assert.equal(second.status, 'Queued');

    share.maxParallelJobs = 2;
    own.refreshShare();
    assert.equal((await own.limits()).maxParallelJobs, 2);
    assert.equal((await second.ended).status, 'Succeeded');
    assert.equal(first.status, 'Processing');
    release();
    assert.equal((await first.ended).status, 'Succeeded');
  });

  it('has no socket that others can reach, and neither do its workers', async () => {
    const own = local();
    await own.start();
    const workers = childrenOf(servicePid());
    const release = hold(workers);
    const work = convert(own);
    await work.begun;
    const during = [servicePid(), ...descendantsOf(servicePid())];
    assert.ok(workers.length > 0 && workers.every((worker) => during.includes(worker)));
    assert.deepEqual(during.flatMap(addressesOf), []);
    release();
    await work.output();
    assert.deepEqual([servicePid(), ...descendantsOf(servicePid())].flatMap(addressesOf), []);

    // The same look finds any server of this process.
    const before = addressesOf(process.pid);
    const servers = [
      createServer().listen(0, '127.0.0.1'),
      createServer().listen(path.join(folder.path, 's')),
    ];
    await Promise.all(servers.map(async (server) => once(server, 'listening')));
    assert.equal(addressesOf(process.pid).length, before.length + 2);
    for (const server of servers) server.close();
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

  it('reports that it died, to whoever waits for it too, and starts again on demand', async () => {
    const own = local();
    await own.start();
    const pid = servicePid();
    hold(childrenOf(pid));
    const works = [convert(own), convert(own)];
    let exits = 0;
    own.onDidExit(() => (exits += 1));
    await Promise.race(works.map(async ({ begun }) => begun));
    process.kill(pid, 'SIGKILL');
    for (const work of works) assert.deepEqual(await work.ended, { status: 'Failed', error: exited });
    assert.equal(exits, 1);
    assert.equal((await convert(own).ended).status, 'Succeeded');
    assert.notEqual(servicePid(), pid);
  });

  it('cleans up after a killed child', async () => {
    const program = fakeProgram(folder.path, 'printf half > "$out"\nexec sleep 600');
    const own = local({ programs: () => ({ paths: { ffmpeg: program }, avoid: [] }) });
    const work = new LocalWork(own, folder.path, named(media('tone.wav')), 'wma');
    await eventually(
      () => filesBelow(temporaryRoot),
      (names) => names.includes('input') && names.includes('output'),
    );
    process.kill(servicePid(), 'SIGKILL');
    assert.deepEqual(await work.ended, { status: 'Failed', error: exited });
    assert.equal(readdirSync(temporaryRoot).length, 1);
    await own.start();
    assert.deepEqual(filesBelow(temporaryRoot), []);
    assert.equal(readdirSync(temporaryRoot).length, 1);
  });

  it('cancels conversions, including running ones', async () => {
    const own = local({ share: () => ({ maxParallelJobs: 1, isBelowNormal: false }) });
    await own.start();
    const workers = childrenOf(servicePid());
    hold(workers);
    const works = [convert(own), convert(own)];
    await Promise.race(works.map(async ({ begun }) => begun));
    for (const work of works.toReversed()) work.cancel();
    assert.deepEqual(await Promise.all(works.map(async ({ ended }) => ended)), [
      { status: 'Canceled' },
      { status: 'Canceled' },
    ]);
    // Canceling running work ends its worker process.
    await gone(workers);
    for (const work of works) assert.deepEqual(readdirSync(work.folder), ['input']);
    assert.deepEqual(filesBelow(temporaryRoot), []);
    assert.equal((await convert(own).ended).status, 'Succeeded');
  });

  it('ends with its workers when disposed', async () => {
    const own = local();
    await convert(own, 'gif').output();
    const pids = [servicePid(), ...childrenOf(servicePid())];
    assert.equal(pids.length, 2);
    own.dispose();
    const stopped = { code: 'localService.unavailable', message: 'The local service was stopped.' };
    await assert.rejects(own.start(), stopped);
    await gone(pids);
    assert.deepEqual(readdirSync(temporaryRoot), []);
    await assert.rejects(own.start(), stopped);
  });

  it('ends with its workers when its parent is killed', async () => {
    const script = path.join(import.meta.dirname, '../../support/service/parent.ts');
    const parent = spawn(process.execPath, [script, temporaryRoot, folder.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface({ input: parent.stdout }), 'line');
    const [child = 0] = localServices(parent.pid);
    const pids = [child, ...childrenOf(child)];
    assert.equal(pids.length, 2);
    parent.kill('SIGKILL');
    await gone(pids);
  });

  it('loses only one job when a worker crashes', async () => {
    const own = local();
    await own.start();
    const workers = childrenOf(servicePid());
    hold(workers);
    const work = convert(own);
    await work.begun;
    for (const worker of workers) process.kill(worker, 'SIGKILL');
    // Depending on whether the worker got the conversion before, it crashed or couldn't be started.
    assert.partialDeepStrictEqual(await work.ended, {
      status: 'Failed',
      error: { error: 'conversion.failed' },
    });
    await convert(own, 'gif').output();
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
    const pid = servicePid();
    abort.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await own.start();
    assert.deepEqual([servicePid(), isRunning(pid)], [pid, true]);
  });
});
