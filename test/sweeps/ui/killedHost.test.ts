import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { alteredServers } from '../../support/conformance/alteredServers.ts';
import { HeldJobs } from '../../support/conformance/heldJobs.ts';
import { eventually } from '../../support/eventually.ts';
import { isRunning } from '../../support/service/processes.ts';
import { inspect } from '../../support/service/raster.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { storeKey } from '../../support/workbench/storeKey.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user whose extension host is killed during a batch', () => {
  const held = new HeldJobs();
  let service: StandaloneService;
  let server: RunningServer;
  let workbench: Workbench;
  const credits = 100;
  const names = ['coffee.jpg', 'cat.png', 'rocket.webp'] as const;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro', '--credits', String(credits)]);
    const upstream = fixedServer(new URL(service.api.baseUrl), testKey);
    server = await alteredServers(upstream, held).open({}, new AbortController().signal);
    workbench = await Workbench.open({
      name: 'killed-host',
      settings: { 'fileUtilityNetwork.baseUrl': server.baseUrl.href },
      // The window of the next test must not notice that an extension host was killed.
      hasOwnServer: true,
    });
    await storeKey(workbench, testKey);
  });

  after(async () => {
    await workbench?.close();
    await server?.close();
    await service?.stop();
  });

  const balance = async (): Promise<number> =>
    Number((await service.api.call('/convert/entitlements/me')).json?.['remainingCredits']);

  it('finds every result in its place after a reload, paid once, and reads the summary', async () => {
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
    const [host, ...others] = workbench.extensionHosts();
    assert.ok(host !== undefined && others.length === 0);
    process.kill(host, 'SIGKILL');
    await eventually(
      () => isRunning(host),
      (runs) => !runs,
    );
    held.release();
    await workbench.reload();
    for (const name of names) {
      const output = path.join(workbench.folder, `${path.parse(name).name}.avif`);
      const bytes = await eventually(
        () => readFile(output).catch(() => undefined),
        (found) => found !== undefined,
      );
      assert.equal((await inspect(bytes ?? Buffer.alloc(0), 'avif')).format, 'PNG');
    }
    assert.equal(await balance(), credits - names.length);
    await workbench.notifications.read(/^Converted 3 files.* · 3 credits\./);
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
