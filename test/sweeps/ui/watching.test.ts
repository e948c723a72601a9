import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { HeldJobs } from '../../support/conformance/heldJobs.ts';
import { becomes } from '../../support/eventually.ts';
import { sample } from '../../support/service/fixtures.ts';
import { NetworkWindow } from '../../support/workbench/networkWindow.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

/** More than a free plan allows in flight, so that some still wait. */
const names = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png', '7.png', '8.png'] as const;

describe('A user whose jobs run on the network', () => {
  const held = new HeldJobs();
  /** Submissions wait for this before they are answered. */
  let reachable = Promise.withResolvers<void>();
  let network: NetworkWindow;
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    reachable.resolve();
    const cat = await readFile(sample('cat.png'));
    network = await NetworkWindow.open({
      name: 'watching',
      service: ['--plan', 'free', '--credits', '100'],
      alteration: {
        answer: async (answered, asked) => {
          if (asked.method === 'POST') await reachable.promise;
          return held.answer(answered, asked);
        },
      },
      files: Object.fromEntries(names.map((name) => [name, cat])),
      hasKey: true,
    });
    ({ workbench } = network);
    ({ jobs } = workbench);
  });

  after(async () => {
    reachable.resolve();
    await network?.close();
  });

  it('sees progress in a notification, a badge, the status bar, and the tree', async () => {
    await workbench.convert(['coffee.jpg'], 'webp');
    await workbench.notifications.answer('Upload');
    await workbench.notifications.progress(/Converting to WebP/);
    await jobs.describes('coffee.jpg', /^→ WebP · (?:Queued|Processing)$/);
    await jobs.hasBadge('1');
    await workbench.status(/1 · Free · 99 credits left/);
    assert.deepEqual(await jobs.menuLabels('coffee.jpg'), [
      'Open Source',
      'Copy Path',
      'Cancel',
      'Convert Again To…',
      'Show Log',
    ]);
  });

  it('sees after canceling that the credits are spent, since the network can’t cancel', async () => {
    await workbench.notifications.click(/Converting to WebP/, 'Cancel');
    await jobs.describes('coffee.jpg', /Canceled, credits spent/);
    await workbench.notifications.read(/Files that the network already accepted still cost credits\./);
    await jobs.hasBadge('');
  });

  it('moves jobs that the network hasn’t accepted to this computer, and pays nothing twice', async () => {
    const before = await network.balance();
    held.release();
    reachable = Promise.withResolvers();
    await workbench.convert(names, 'avif');
    const message = /The network isn’t responding\. Reconnecting…/;
    await workbench.notifications.click(message, 'Run Rest Locally');
    await becomes(
      async () => (await readdir(workbench.folder)).filter((name) => /^\d\.avif$/.test(name)).length,
      2,
    );
    reachable.resolve();
    await workbench.notifications.read(/^Converted 8 files.* · 6 credits\.$/);
    assert.equal(await network.balance(), before - 6);
  });
});
