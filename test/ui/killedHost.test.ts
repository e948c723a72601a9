import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import { isRunning } from '../support/service/processes.ts';
import { inspect } from '../support/service/raster.ts';
import { StandaloneService, testKey } from '../support/service/standalone.ts';
import { storeKey } from '../support/workbench/storeKey.ts';
import { Workbench } from '../support/workbench/workbench.ts';

/** The process that runs the extensions of the windows on this user data folder (Linux). */
function extensionHosts(userDataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isRunning(Number(name)))
    .map(Number)
    .filter((pid) => {
      try {
        const isHost = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost');
        return isHost && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(userDataDir);
      } catch {
        return false;
      }
    });
}

describe('After the extension host was killed in the midst of a batch, a person', () => {
  let service: StandaloneService;
  let workbench: Workbench;
  const credits = 100;
  const names = ['coffee.jpg', 'cat.png', 'rocket.webp'] as const;

  before(async () => {
    service = await StandaloneService.start([
      '--plan',
      'pro',
      '--credits',
      String(credits),
      '--job-delay-ms',
      // Until all of them have been seen on their way, on a computer that is busy.
      '15000',
    ]);
    workbench = await Workbench.open({
      name: 'killed-host',
      settings: { 'fileUtilityNetwork.baseUrl': service.api.baseUrl },
      env: { UI_TEST_HOME: 'killed-host' },
    });
    await storeKey(workbench, testKey);
  });

  after(async () => {
    await workbench?.close();
    await service?.stop();
  });

  const balance = async (): Promise<number> =>
    Number((await service.api.call('/convert/entitlements/me')).json?.['remainingCredits']);

  it('finds every result where it belongs once the window is loaded again, paid once', async () => {
    await workbench.explorer.choose([...names], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('avif');
    await workbench.notifications.answer('Upload');
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await eventually(
      async () => (await jobs.read()).filter(({ label }) => names.some((name) => name === label)),
      (files) =>
        files.length === names.length &&
        files.every(({ description }) => /^(?:Queued|Processing)/.test(description)),
    );
    const [host, ...others] = extensionHosts('UI_TEST_HOME=killed-host');
    assert.ok(host !== undefined && others.length === 0);
    process.kill(host, 'SIGKILL');
    await eventually(
      () => isRunning(host),
      (runs) => !runs,
    );
    await workbench.reload();
    for (const name of names) {
      const output = path.join(workbench.folder, `${path.parse(name).name}.avif`);
      const bytes = await eventually(
        () => readFile(output).catch(() => undefined),
        (found) => found !== undefined,
        60_000,
      );
      assert.equal((await inspect(bytes ?? Buffer.alloc(0), 'avif')).format, 'PNG');
    }
    assert.equal(await balance(), credits - names.length);
    await jobs.open();
    await eventually(
      async () => (await jobs.read()).map(({ description }) => description),
      ([batch = '', ...others]) => others.length === 0 && batch.startsWith(`${names.length} files · `),
    );
    await workbench.screenshot('killed-host');
    const left = readdirSync(workbench.folder).filter((name) => name.startsWith('.fun-'));
    assert.deepEqual(left, []);
  });
});
