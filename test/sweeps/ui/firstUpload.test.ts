import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { commands } from '../../../src/manifest.ts';
import { formatTitle } from '../../../src/vscode/text/names.ts';
import { eventually } from '../../support/eventually.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { cache } from '../../support/paths.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const name = 'first-upload';
const toThisComputer = 'Use This Computer for This Run';
const toNetwork = 'Use the Network for This Run';

describe('A user with a newly stored key', () => {
  let service: StandaloneService;
  let workbench: Workbench;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro', '--credits', '100']);
    const file = path.join(cache, 'ui', name, 'sample/cat.png');
    workbench = await Workbench.open({
      name,
      settings: { 'fileUtilityNetwork.baseUrl': service.api.baseUrl },
      // The key calls the command with a file, as another extension would, so the command asks for nothing.
      keys: [
        {
          key: 'ctrl+alt+8',
          command: commands.compress,
          args: { $mid: 1, scheme: 'vscode-remote', path: file },
        },
      ],
    });
  });

  after(async () => {
    await workbench?.close();
    await service?.stop();
  });

  const balance = async (): Promise<unknown> =>
    (await service.api.call('/convert/entitlements/me')).json?.['remainingCredits'];
  const choose = async (file: string): Promise<void> => {
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose([file], 'Convert & Compress', 'Convert To…');
  };
  const placeOf = async (format: string): Promise<string | undefined> => {
    const rows = await workbench.quickInput.read();
    return rows.find(({ label }) => label === formatTitle(format))?.description;
  };

  it('sees where files go now, and prefers this computer with a click', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.runCommand('File Utility Network: Set API Key…');
    await quickInput.submitPassword(testKey);
    await quickInput.pick('Network first');
    const stored = /Files now go to 127\.0\.0\.1:\d+ and cost credits\./;
    await notifications.read(stored);
    await workbench.screenshot('key-stored');
    await notifications.click(stored, 'Prefer This Computer');
    await eventually(
      async () => {
        await choose('coffee.jpg');
        await quickInput.rows.first().waitFor();
        const title = await quickInput.title();
        await quickInput.cancel();
        return title;
      },
      (title) => title === 'Convert coffee.jpg to · This computer · or on the network, ≥ 1 credit a file',
    );
    await workbench.updateSettings({ 'fileUtilityNetwork.runOn': 'auto' });
  });

  it('changes the place of a run with a button in the list, and changes it back', async () => {
    const { quickInput, notifications } = workbench;
    await choose('coffee.jpg');
    const titled = async (title: string): Promise<void> => {
      await eventually(
        () => quickInput.title(),
        (shown) => shown === title,
      );
    };
    const network = 'Convert coffee.jpg to · Network, ≥ 1 credit a file · or on this computer';
    await titled(network);
    assert.equal(await placeOf('webp'), '');
    await workbench.screenshot('run-place');
    await quickInput.click(toThisComputer);
    await titled('Convert coffee.jpg to · This computer');
    await quickInput.click(toNetwork);
    await titled(network);
    await quickInput.click(toThisComputer);
    await quickInput.pickFormat('webp');
    await notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)?\.$/);
    assert.equal(await balance(), 100);
  });

  it('sees that code uploads nothing without consent', async () => {
    await workbench.page.keyboard.press('Control+Alt+8');
    await eventually(
      () => existsSync(path.join(workbench.folder, 'cat-compressed.png')),
      (exists) => exists,
    );
    assert.equal(await balance(), 100);
    assert.equal(await workbench.notifications.dialog.count(), 0);
  });

  it('confirms the first upload, which shows host, count, and cost', async () => {
    const { quickInput, notifications } = workbench;
    await choose('coffee.jpg');
    await quickInput.pickFormat('avif');
    await eventually(
      () => notifications.dialog.innerText(),
      (text) => /Send coffee\.jpg to 127\.0\.0\.1:\d+ for at least 1 credit\?/.test(text),
    );
    assert.match(await notifications.dialog.innerText(), /100 credits left\. Credits renew on .+ \d{4}, /);
    await workbench.screenshot('first-upload');
    await notifications.answer('Cancel');
    assert.equal(await balance(), 100);

    await choose('coffee.jpg');
    await quickInput.pickFormat('avif');
    await notifications.answer('Use This Computer');
    await notifications.read(/^Saved coffee\.avif(?:, \d+% smaller)?\.$/);
    assert.equal(await balance(), 100);

    await choose('rocket.webp');
    await quickInput.pickFormat('avif');
    await notifications.answer('Upload');
    await notifications.read(/^Saved rocket\.avif(?:, \d+% smaller)? · 1 credit\.$/);
    assert.equal(await balance(), 99);
  });

  it('isn’t asked again in this workspace, even after a reload', async () => {
    await workbench.reload();
    await choose('rocket.webp');
    await workbench.quickInput.pickFormat('png');
    await workbench.notifications.read(/^Saved rocket\.png, \d+% larger · 1 credit\.$/);
    assert.equal(await balance(), 98);
  });
});
