import assert from 'node:assert/strict';
import { decodedFile } from '../support/service/decodedImage.ts';
import { testKey } from '../support/service/standalone.ts';
import { NetworkWindow } from '../support/workbench/networkWindow.ts';
import { PictureTab } from '../support/workbench/pictureTab.ts';
import type { Workbench } from '../support/workbench/workbench.ts';

describe('A user of the network', () => {
  let network: NetworkWindow;
  let workbench: Workbench;

  before(async () => {
    network = await NetworkWindow.open({ name: 'network', service: ['--plan', 'pro'] });
    ({ workbench } = network);
  });

  after(() => network?.close());

  it('sees that a key is refused, and corrects it', async () => {
    await workbench.runCommand('File Utility Network: Set API Key…');
    await workbench.quickInput.submitPassword('a-wrong-key');
    await workbench.quickInput.says('rejected the API key');
    await workbench.quickInput.submitPassword(testKey);
  });

  it('is asked once where files go from now on, and sees plan and credits in the status bar', async () => {
    const { quickInput, notifications } = workbench;
    await quickInput.titled('Where to convert files');
    await quickInput.pick('Network first');
    await notifications.read(/The API key for 127\.0\.0\.1:\d+ is stored\./);
    await workbench.status(/Pro .*12[.,]000/);
  });

  it('converts a photo there for one credit', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.choose(['coffee.jpg'], 'Convert To…');
    await quickInput.titled('Convert coffee.jpg to · Network, ≥ 1 credit a file · or on this computer');
    await quickInput.pickFormat('webp');
    await notifications.answer('Upload');
    await notifications.read(/^Saved coffee\.webp.* · 1 credit\.$/);
    assert.equal((await decodedFile(workbench.file('coffee.webp'))).format, 'WEBP');
    await workbench.status(/11[.,]999/);
  });

  it('tries options on this computer, and pays nothing for that', async () => {
    await workbench.choose(['cat.png'], 'Convert With Options…');
    const tab = new PictureTab(workbench.page);
    await tab.outcome(/^[\d.,]+ [KM]B/);
    await tab.remarks.filter({ hasText: 'The preview was made on this computer.' }).waitFor();
    assert.equal(await network.balance(), 11_999);
    await workbench.runCommand('View: Close All Editors');
  });

  it('finds the key again after a reload', async () => {
    await workbench.reload();
    await workbench.status(/Pro .*11[.,]999/);
  });

  it('is back on this computer once the key is removed', async () => {
    await workbench.runCommand('File Utility Network: Sign Out');
    await workbench.notifications.read(/The API key is removed\./);
    await workbench.choose(['cat.png'], 'Convert To…');
    await workbench.quickInput.titled('Convert cat.png to');
  });
});
