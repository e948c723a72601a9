import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { extensionId, statusBarItems } from '../../src/manifest.ts';
import { eventually } from '../support/eventually.ts';
import { decodedImage } from '../support/service/decodedImage.ts';
import { StandaloneService, testKey } from '../support/service/standalone.ts';
import { PictureTab } from '../support/workbench/pictureTab.ts';
import { Workbench } from '../support/workbench/workbench.ts';

describe('A user of the network', () => {
  let service: StandaloneService;
  let workbench: Workbench;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro']);
    workbench = await Workbench.open({
      name: 'network',
      settings: { 'fileUtilityNetwork.baseUrl': service.api.baseUrl },
    });
  });

  after(async () => {
    await workbench?.close();
    await service?.stop();
  });

  const status = () => workbench.statusBarItem(`${extensionId}.${statusBarItems.main}`);

  it('sees that a key is refused, and corrects it', async () => {
    await workbench.runCommand('File Utility Network: Set API Key…');
    await workbench.quickInput.submitPassword('a-wrong-key');
    await eventually(
      () => workbench.quickInput.message(),
      (message) => message.includes('rejected the API key'),
    );
    await workbench.screenshot('key-refused');
    await workbench.quickInput.submitPassword(testKey);
  });

  it('is asked once where files go from now on, and what that costs', async () => {
    const { quickInput } = workbench;
    await eventually(
      () => quickInput.title(),
      (title) => title === 'Where to convert files',
    );
    const places = await quickInput.read();
    assert.deepEqual(
      places.map(({ label }) => label),
      ['This computer first', 'Network first'],
    );
    await workbench.screenshot('where-to-convert');
    await quickInput.pick('Network first');
    await workbench.notifications.read(/The API key for 127\.0\.0\.1:\d+ is stored\./);
  });

  it('sees plan and credits in the status bar', async () => {
    await eventually(
      () => status().innerText(),
      (text) => /Pro .*12[.,]000/.test(text),
    );
    await workbench.screenshot('status-bar');
  });

  it('converts a photo there for one credit', async () => {
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    const webp = (await workbench.quickInput.read()).find(({ label }) => label === 'WebP');
    assert.equal(webp?.description, '');
    const title = 'Convert coffee.jpg to · Network, ≥ 1 credit a file · or on this computer';
    assert.equal(await workbench.quickInput.title(), title);
    await workbench.screenshot('target-pick-network');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.answer('Upload');
    await workbench.notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)? · 1 credit\.$/);
    const output = await readFile(path.join(workbench.folder, 'coffee.webp'));
    assert.equal((await decodedImage(output)).format, 'WEBP');
    await eventually(
      () => status().innerText(),
      (text) => /11[.,]999/.test(text),
    );
  });

  it('tries options on this computer, and pays nothing for that', async () => {
    await workbench.explorer.choose(['cat.png'], 'Convert & Compress', 'Convert With Options…');
    const tab = new PictureTab(workbench.page);
    await tab.tab('Convert cat.png to').waitFor();
    await eventually(
      () => tab.outcome(),
      (text) => /^[\d.,]+ [KM]B/.test(text),
    );
    await eventually(
      () => tab.remarks(),
      (remarks) =>
        remarks.includes('The preview was made on this computer. The network’s result may differ.'),
    );
    await workbench.screenshot('live-preview-network');
    const { json } = await service.api.call('/convert/entitlements/me');
    assert.equal(json?.['remainingCredits'], 11_999);
    await workbench.runCommand('View: Close All Editors');
  });

  it('finds the key again after a reload', async () => {
    await workbench.reload();
    await eventually(
      () => status().innerText(),
      (text) => /Pro .*11[.,]999/.test(text),
    );
  });

  it('is back on this computer once the key is removed', async () => {
    await workbench.runCommand('File Utility Network: Sign Out');
    await workbench.notifications.read(/The API key is removed\./);
    await workbench.explorer.choose(['cat.png'], 'Convert & Compress', 'Convert To…');
    assert.ok(
      (await workbench.quickInput.read()).every(({ description }) => !/network|computer/i.test(description)),
    );
    assert.equal(await workbench.quickInput.title(), 'Convert cat.png to');
    await workbench.quickInput.cancel();
  });
});
