import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { NetworkConnection } from '../../../src/client/index.ts';
import type { Job } from '../../../src/jobs/core/job.ts';
import type { Service } from '../../../src/jobs/core/service.ts';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import { systemClock } from '../../../src/util/clock.ts';
import type { Disposable } from '../../../src/util/disposable.ts';
import { alteredServers } from '../../support/conformance/alteredServers.ts';
import { compressRequest, convertRequest } from '../../support/jobs/jobsHarness.ts';
import { root } from '../../support/paths.ts';
import { addressesOf, descendantsOf, isRunning, localServices } from '../../support/service/processes.ts';
import { connectTo } from '../../support/service/clientFixture.ts';
import { sample } from '../../support/service/fixtures.ts';
import { inspect } from '../../support/service/raster.ts';
import { bundle, StandaloneService, testKey } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const settled = async (jobs: Jobs, added: readonly Job[]): Promise<Job[]> =>
  jobs.settled(added.map(({ id }) => id));

/** A proxy in front of a network. It answers no polls until `release` is called. */
async function withHeldPolls(baseUrl: string): Promise<{ baseUrl: string; release(): void; close(): void }> {
  const released = Promise.withResolvers<void>();
  const servers = alteredServers(fixedServer(new URL(baseUrl), testKey), {
    answer: async (_, { path: asked }) => {
      if (asked.includes('/job/')) await released.promise;
      return {};
    },
  });
  const server = await servers.open({}, new AbortController().signal);
  return { baseUrl: server.baseUrl.href, release: released.resolve, close: () => void server.close() };
}

/** A service for one test, and how it ends. */
interface Connection extends Disposable {
  readonly service: Service;
}

const connectLocally = (): Connection => {
  const service = new LocalService({ scriptPath: bundle, log: () => {} });
  return { service, dispose: () => service.dispose() };
};

describe('Jobs with the real client and service', () => {
  const folder = useTemporaryFolder();

  const files = (): string => path.join(folder.path, 'files');
  const storage = (): string => path.join(folder.path, 'storage');

  beforeEach(() => mkdir(files()));

  const place = async (name: string, as = name): Promise<string> => {
    await copyFile(sample(name), path.join(files(), as));
    return pathToFileURL(path.join(files(), as)).href;
  };

  /** Runs `use` with jobs that use this connection. */
  const withJobs = async (connection: Connection, use: (jobs: Jobs) => Promise<void>): Promise<void> => {
    const jobs = new Jobs({
      services: async () => connection.service,
      files: new DiskFileStore(),
      storageFolder: storage(),
      clock: systemClock,
      log: () => {},
    });
    try {
      await jobs.restore();
      await use(jobs);
    } finally {
      jobs.dispose();
      connection.dispose();
    }
  };

  it('make a WebP beside a photo on this computer, and nothing else', async () => {
    await withJobs(connectLocally(), async (jobs) => {
      const source = await place('coffee.jpg');
      const request = convertRequest(source, { service: 'local', targetFormat: 'webp' });
      const [job] = await settled(jobs, jobs.add([request]));
      assert.equal(job?.state.name, 'done');
    });
    assert.deepEqual((await readdir(files())).toSorted(), ['coffee.jpg', 'coffee.webp']);
    const before = await inspect(await readFile(sample('coffee.jpg')), 'jpg');
    const after = await inspect(await readFile(path.join(files(), 'coffee.webp')), 'webp');
    assert.deepEqual([after.format, after.width, after.height], ['WEBP', before.width, before.height]);
    const kept = await readFile(path.join(files(), 'coffee.jpg'));
    assert.ok(kept.equals(await readFile(sample('coffee.jpg'))));
  });

  it('convert 30 photos where they are, and open no socket for that', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${index}.jpg`);
    const before = addressesOf(process.pid);
    const opened = new Set<string>();
    const lookAt = (pid: number): void => {
      for (const address of isRunning(pid) ? addressesOf(pid) : []) opened.add(address);
    };
    await withJobs(connectLocally(), async (jobs) => {
      const sources = await Promise.all(names.map(async (name) => place('coffee.jpg', name)));
      const requests = sources.map((source) =>
        convertRequest(source, { service: 'local', targetFormat: 'webp' }),
      );
      const seen = new Set<string>();
      jobs.onDidChange(({ jobs: changed }) => {
        for (const { state } of changed) seen.add(state.name);
        const services = localServices();
        for (const pid of [process.pid, ...services, ...services.flatMap(descendantsOf)]) lookAt(pid);
      });
      const ended = await settled(jobs, jobs.add(requests));
      assert.ok(ended.every(({ state }) => state.name === 'done'));
      assert.deepEqual([...seen].toSorted(), ['converting', 'done', 'placing', 'waiting']);
    });
    assert.deepEqual(
      [...opened].filter((address) => !before.includes(address)),
      [],
    );
    const results = names.map((name) => name.replace('jpg', 'webp'));
    assert.deepEqual((await readdir(files())).toSorted(), [...names, ...results].toSorted());
  });

  describe('on a network', () => {
    let network: StandaloneService;

    const start = async (...switches: string[]): Promise<NetworkConnection> => {
      network = await StandaloneService.start(switches);
      return connectTo(network.api.baseUrl, testKey);
    };
    afterEach(() => network.stop());

    it('convert and compress a batch, in place if requested', async () => {
      await withJobs(await start('--plan', 'pro'), async (jobs) => {
        const sources = await Promise.all([place('coffee.jpg'), place('cat.png'), place('rocket.webp')]);
        const added = jobs.add([
          ...sources.map((source) => convertRequest(source, { targetFormat: 'avif' })),
          compressRequest(await place('coffee.jpg', 'smaller.jpg'), { replaceSource: true }),
        ]);
        const ended = await settled(jobs, added);
        assert.deepEqual(
          ended.map(({ state }) => state.name),
          ['done', 'done', 'done', 'done'],
        );
        const compressed = await readFile(path.join(files(), 'smaller.jpg'));
        assert.ok(compressed.length < (await readFile(sample('coffee.jpg'))).length);
        assert.equal((await inspect(compressed, 'jpg')).format, 'JPEG');
        assert.deepEqual(await jobs.undo(), { removed: 3, restored: 1, kept: 0 });
        assert.deepEqual(
          await readFile(path.join(files(), 'smaller.jpg')),
          await readFile(sample('coffee.jpg')),
        );
      });
    });

    it('are parked if they exceed the credits', async () => {
      await withJobs(await start('--plan', 'free', '--credits', '2'), async (jobs) => {
        const sources = await Promise.all([1, 2, 3].map((number) => place('coffee.jpg', `${number}.jpg`)));
        const added = jobs.add(sources.map((source) => convertRequest(source, { targetFormat: 'png' })));
        const names = (await settled(jobs, added)).map(({ state }) => state.name).toSorted();
        assert.deepEqual(names, ['done', 'done', 'needsCredits']);
      });
    });

    it('resume after SIGKILL, and nothing is paid twice', async () => {
      (await start('--plan', 'pro', '--credits', '100')).dispose();
      const between = await withHeldPolls(network.api.baseUrl);
      const connection = connectTo(between.baseUrl, testKey);
      const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg'];
      const sources = await Promise.all(names.map((name) => place('coffee.jpg', name)));
      const script = path.join(root, 'test/support/jobs/jobsProcess.ts');
      const child = spawn(process.execPath, [script, storage(), between.baseUrl, testKey, ...sources], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let accepted = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        if (line === 'queued' && (accepted += 1) === names.length) break;
      }
      child.kill('SIGKILL');
      if (child.signalCode === null) await once(child, 'exit');
      between.release();
      await withJobs(connection, async (jobs) => {
        assert.equal(jobs.all().length, names.length);
        const ended = await settled(jobs, jobs.all());
        const doubtful = ended.filter(({ state }) => state.name === 'unconfirmed').length;
        assert.equal(ended.filter(({ state }) => state.name === 'done').length, names.length - doubtful);
        const { balance } = await connection.client.entitlements('convert', new AbortController().signal);
        assert.equal(balance, 100 - names.length);
        const outputs = (await readdir(files())).filter((name) => !names.includes(name));
        assert.equal(outputs.length, names.length - doubtful);
      });
      between.close();
    });
  });
});
