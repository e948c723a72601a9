import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { extensionId, statusBarItems } from '../../../src/manifest.ts';
import { alteredServers } from '../../support/conformance/alteredServers.ts';
import { HeldJobs } from '../../support/conformance/heldJobs.ts';
import { eventually } from '../../support/eventually.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user whose jobs run on the network', () => {
  let service: StandaloneService;
  let server: RunningServer;
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'free', '--credits', '100']);
    const upstream = fixedServer(new URL(service.api.baseUrl), testKey);
    server = await alteredServers(upstream, new HeldJobs()).open({}, new AbortController().signal);
    workbench = await Workbench.open({
      name: 'watching',
      settings: {
        'fileUtilityNetwork.baseUrl': server.baseUrl.href,
        'fileUtilityNetwork.authUrl': 'https://account.example/keys',
      },
    });
    jobs = workbench.viewContainer('Convert & Compress');
  });

  after(async () => {
    await workbench?.close();
    await server?.close();
    await service?.stop();
  });

  const description = async (): Promise<string> => (await jobs.read())[0]?.description ?? '';

  it('opens the account page from the key’s input box', async () => {
    await workbench.runCommand('File Utility Network: Set API Key…');
    await workbench.quickInput.click('Get a key');
    await eventually(
      () => workbench.notifications.dialog.innerText(),
      (text) => text.includes('https://account.example/keys'),
    );
    await workbench.notifications.answer('Cancel');
    await workbench.quickInput.submitPassword(testKey);
    await workbench.quickInput.pick('Network first');
    await workbench.notifications.read(/is stored\./);
    await workbench.notifications.dismiss(/is stored\./);
  });

  it('sees progress in a notification, a badge, the status bar, and the tree', async () => {
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.answer('Upload');
    await workbench.shown.progress(/Converting to WebP/);
    await jobs.open();
    await eventually(description, (text) => /^→ WebP · (?:Queued|Processing)$/.test(text));
    await eventually(
      () => jobs.badge(),
      (badge) => badge === '1',
    );
    const status = workbench.statusBarItem(`${extensionId}.${statusBarItems.main}`);
    await eventually(
      () => status.innerText(),
      (text) => /1 · Free · 99 credits left/.test(text),
    );
    assert.match(
      (await status.locator('a').getAttribute('aria-label')) ?? '',
      /1 active job, Free · 99 credits left/,
    );
    assert.deepEqual(await jobs.menuLabels('coffee.jpg'), [
      'Open Source',
      'Copy Path',
      'Cancel',
      'Convert Again To…',
      'Show Log',
    ]);
    await workbench.screenshot('watching');
  });

  it('sees after canceling that the credits are spent, since the network can’t cancel', async () => {
    await workbench.notifications.click(/Converting to WebP/, 'Cancel');
    await eventually(description, (text) => text.includes('Canceled, credits spent'));
    await workbench.notifications.read(/Files that the network already accepted still cost credits\./);
    await eventually(
      () => jobs.badge(),
      (badge) => badge === '',
    );
  });

  it('confirms a batch of more than 50 files, which shows the count and the cost', async () => {
    const many = path.join(workbench.folder, 'many');
    await mkdir(many);
    for (let index = 0; index < 51; index += 1) {
      await cp(path.join(workbench.folder, 'trip/espresso.png'), path.join(many, `${index}.png`));
    }
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose(['many'], 'Convert & Compress', 'Compress');
    await eventually(
      () => workbench.notifications.dialog.innerText(),
      (text) => /Compress 51 files\?/.test(text) && /at least 51 credits/.test(text),
    );
    await workbench.screenshot('confirm-batch');
    await workbench.notifications.answer('Cancel');
    await jobs.open();
    assert.equal((await jobs.read()).length, 1);
  });
});
