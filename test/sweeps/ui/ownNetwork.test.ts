import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { extensionId, statusBarItems } from '../../../src/manifest.ts';
import { formatTitle } from '../../../src/vscode/text/names.ts';
import { eventually } from '../../support/eventually.ts';
import { networkCommand } from '../../support/network/networkCommand.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { startPostgres } from '../../support/network/postgres.ts';
import { runFolder } from '../../support/run/runFolder.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** Follows docs/running-a-network.md from the beginning to the first conversion. */
describe('A team with its own network', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let network: NetworkNode;
  let workbench: Workbench;
  let key = '';

  before(async () => {
    postgres = await startPostgres();
    const store = mkdtempSync(path.join(runFolder(), 'store-'));
    const env = { FUN_DATABASE_URL: postgres.url, FUN_STORE: store };
    await networkCommand(['accounts', 'add', 'team'], env);
    key = (await networkCommand(['keys', 'add', 'team', '--name', 'laptop'], env)).stdout.trim();
    network = await NetworkNode.start('all', env);
    workbench = await Workbench.open({ name: 'own-network' });
  });

  after(async () => {
    await workbench?.close();
    await network?.stop();
    await postgres?.stop();
  });

  const next = async (step: number, submit: () => Promise<void>): Promise<void> => {
    await workbench.quickInput.atStep(step, 5);
    await submit();
  };
  const isMade = (name: string): Promise<boolean> =>
    eventually(() => existsSync(path.join(workbench.folder, name)), Boolean);

  it('sets it up by address and key, without a word about credits', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.runCommand('File Utility Network: Set Up Network…');
    await next(1, () => quickInput.submit(network.baseUrl));
    await next(2, async () => {
      const answer = await fetch(new URL('/.well-known/file-utility', network.baseUrl));
      assert.equal(await quickInput.input.inputValue(), new URL((await answer.json()).authUrl).href);
      await quickInput.input.press('Enter');
    });
    await next(3, async () => {
      await quickInput.choose('Enter API Key…');
      await quickInput.submitPassword(key);
    });
    await next(4, async () => {
      const lines = await quickInput.read();
      const texts = lines.map(({ label, description }) => `${label}: ${description}`);
      assert.ok(
        texts.includes('Plan: Unmetered') && texts.includes('Credits: free of charge'),
        texts.join('\n'),
      );
      await quickInput.choose('Continue');
    });
    await next(5, async () => {
      const rows = await quickInput.read();
      assert.ok(!JSON.stringify(rows).includes('credit'), JSON.stringify(rows));
      await quickInput.pick('Network first');
    });
    await notifications.read(/Files now go to 127\.0\.0\.1:\d+, free of charge\./);
  });

  it('converts a file with it after a question about the upload, not about the cost', async () => {
    const { quickInput, notifications, page, explorer } = workbench;
    await eventually(
      () => workbench.statusBarItem(`${extensionId}.${statusBarItems.main}`).innerText(),
      (text) => text.trim() === 'Unmetered',
    );
    await page.keyboard.press('Control+Shift+E');
    await explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await quickInput.read();
    assert.equal(await quickInput.title(), 'Convert coffee.jpg to · Network · or on this computer');
    await quickInput.pick(formatTitle('webp'));
    await eventually(
      () => notifications.dialog.innerText(),
      (text) => /Send coffee\.jpg to 127\.0\.0\.1:\d+\?\s+On 127\.0\.0\.1:\d+: free of charge\./.test(text),
    );
    await workbench.screenshot('own-network-question');
    await notifications.answer('Upload');
    await isMade('coffee.webp');
    assert.ok(
      network.log.some((line) => line.includes('"Job finished"')),
      network.log.join('\n'),
    );
    const summary = await notifications.read(/coffee/);
    assert.doesNotMatch(summary, /credit/);
  });
});
