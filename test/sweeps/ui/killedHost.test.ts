import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { HeldJobs } from '../../support/conformance/heldJobs.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { decodedFile } from '../../support/service/decodedImage.ts';
import { isRunning } from '../../support/service/processes.ts';
import { NetworkWindow } from '../../support/workbench/networkWindow.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

describe('A user whose extension host is killed during a batch', () => {
  const held = new HeldJobs();
  let network: NetworkWindow;
  let workbench: Workbench;

  before(async () => {
    network = await NetworkWindow.open({
      name: 'killed-host',
      service: ['--plan', 'pro', '--credits', '100'],
      alteration: held,
      hasKey: true,
    });
    ({ workbench } = network);
  });

  after(() => network?.close());

  it('finds every result in its place after a reload, paid once, and reads the summary', async () => {
    const { jobs, notifications } = workbench;
    await workbench.convert(['coffee.jpg', 'cat.png', 'rocket.webp'], 'avif');
    await notifications.answer('Upload');
    for (const name of ['coffee.jpg', 'cat.png', 'rocket.webp']) {
      await jobs.describes(name, /^(?:Queued|Processing)/);
    }
    // A process that the host is starting has the host's command line for a moment.
    const [host = 0] = await eventually(
      () => workbench.extensionHosts(),
      ({ length }) => length === 1,
    );
    process.kill(host, 'SIGKILL');
    await becomes(() => isRunning(host), false);
    held.release();
    await workbench.reload();
    await notifications.read(/^Converted 3 files.* · 3 credits\./);
    for (const name of ['coffee', 'cat', 'rocket']) {
      assert.ok((await decodedFile(workbench.file(`${name}.avif`))).width > 0);
    }
    assert.equal(await network.balance(), 97);
    await jobs.describes('sample → AVIF', /^3 files · /);
    await jobs.shows('sample → AVIF');
    const left = readdirSync(workbench.folder).filter((name) => name.startsWith('.fun-'));
    assert.deepEqual(left, []);
  });
});
