// Weight 2: converts several files at once.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { fastPace } from '../../support/jobs/fastPace.ts';
import { convertRequest } from '../../support/jobs/jobsHarness.ts';
import { root } from '../../support/paths.ts';
import { connectTo } from '../../support/service/clientFixture.ts';
import { photo } from '../../support/service/fixtures.ts';
import { useServices } from '../../support/service/services.ts';
import { testKey } from '../../support/service/standalone.ts';
import { watchTraffic } from '../../support/service/traffic.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const script = path.join(root, 'test/support/jobs/jobsProcess.ts');
const png = readFileSync(photo('png'));

describe('A batch', () => {
  const start = useServices();
  const folder = useTemporaryFolder();
  const windows: ChildProcess[] = [];
  afterEach(() => {
    for (const window of windows.splice(0)) window.kill('SIGKILL');
  });

  const files = (): string => path.join(folder.path, 'files');
  const storage = (): string => path.join(folder.path, 'storage');

  const sources = async (prefix: string, count: number): Promise<string[]> => {
    const paths = Array.from({ length: count }, (_, index) => path.join(files(), `${prefix}${index}.png`));
    await mkdir(files(), { recursive: true });
    await Promise.all(paths.map(async (each) => writeFile(each, png)));
    return paths.map((each) => pathToFileURL(each).href);
  };

  const outputs = async (): Promise<number> =>
    (await readdir(files())).filter((name) => name.endsWith('.webp')).length;

  it('succeeds on Pro with 1,000 files in two windows, without a refusal', async () => {
    const service = await start(['--plan', 'pro']);
    const traffic = await watchTraffic(service);
    for (const prefix of ['one', 'two']) {
      const args = [script, storage(), traffic.baseUrl, testKey, ...(await sources(prefix, 500))];
      windows.push(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }));
    }
    await eventually(outputs, (count) => count === 1000);
    await traffic.stop();
    assert.deepEqual([...traffic.submissions], [[202, 1000]]);
    assert.equal(traffic.limited, 0);
    // The jobs of each window.
    const most = 2 * 6 * tierLimits.pro.maxParallelJobs;
    assert.ok(traffic.maxInFlight <= most, `${traffic.maxInFlight} were in flight`);
    const { json } = await service.api.call('/convert/entitlements/me');
    assert.equal(json?.['remainingCredits'], 12_000 - 1000);
  });

  it('has the plan’s fifty files on Free, and the fifty-first is parked without being sent', async () => {
    const service = await start(['--plan', 'free', '--credits', '60']);
    const connection = connectTo(service.api.baseUrl, testKey);
    const jobs = new Jobs({
      services: async () => connection.service,
      files: new DiskFileStore(),
      storageFolder: storage(),
      clock: systemClock,
      pace: fastPace,
      log: () => {},
    });
    try {
      await jobs.restore();
      const requests = (await sources('photo', 51)).map((each) =>
        convertRequest(each, { targetFormat: 'webp' }),
      );
      const ended = await jobs.settled(jobs.add(requests).map(({ id }) => id));
      assert.ok(ended.slice(0, 50).every(({ state }) => state.name === 'done'));
      const last = ended[50]?.state;
      assert.equal(last?.name === 'needsCredits' && last.problem.code, 'batch.limit_exceeded');
      const { json } = await service.api.call('/convert/entitlements/me');
      assert.equal(json?.['remainingCredits'], 10);
    } finally {
      jobs.dispose();
      connection.dispose();
    }
  });
});
