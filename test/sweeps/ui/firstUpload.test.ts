import assert from 'node:assert/strict';
import path from 'node:path';
import { commands } from '../../../src/manifest.ts';
import { cache } from '../../support/paths.ts';
import { NetworkWindow } from '../../support/workbench/networkWindow.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

const name = 'first-upload';
const toThisComputer = 'Use This Computer for This Run';

describe('A user with a newly stored key', () => {
  let network: NetworkWindow;
  let workbench: Workbench;

  before(async () => {
    const file = path.join(cache, 'ui', name, 'sample/cat.png');
    network = await NetworkWindow.open({
      name,
      service: ['--plan', 'pro', '--credits', '100'],
      hasKey: true,
      // The key calls the command with a file, as another extension would, so the command asks for nothing.
      keys: [
        {
          key: 'ctrl+alt+8',
          command: commands.compress,
          args: { $mid: 1, scheme: 'vscode-remote', path: file },
        },
      ],
    });
    ({ workbench } = network);
  });

  after(() => network?.close());

  it('changes the place of a run with a button in the list, and changes it back', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.choose(['coffee.jpg'], 'Convert To…');
    const onNetwork = 'Convert coffee.jpg to · Network, ≥ 1 credit a file · or on this computer';
    await quickInput.titled(onNetwork);
    await quickInput.click(toThisComputer);
    await quickInput.titled('Convert coffee.jpg to · This computer');
    await quickInput.click('Use the Network for This Run');
    await quickInput.titled(onNetwork);
    await quickInput.click(toThisComputer);
    await quickInput.pickFormat('webp');
    await notifications.read('Saved coffee.webp');
    assert.equal(await network.balance(), 100);
  });

  it('sees that code uploads nothing without consent', async () => {
    await workbench.page.keyboard.press('Control+Alt+8');
    await workbench.has('cat-compressed.png');
    assert.equal(await network.balance(), 100);
    assert.equal(await workbench.notifications.dialog.count(), 0);
  });

  it('confirms the first upload, which shows host, count, and cost', async () => {
    const { notifications } = workbench;
    await workbench.convert(['coffee.jpg'], 'avif');
    const question = await notifications.asks(/Send coffee\.jpg to 127\.0\.0\.1:\d+ for at least 1 credit\?/);
    assert.match(question, /100 credits left\. Credits renew on .+ \d{4}, /);
    await notifications.answer('Cancel');
    assert.equal(await network.balance(), 100);

    await workbench.convert(['coffee.jpg'], 'avif');
    await notifications.answer('Use This Computer');
    await notifications.read('Saved coffee.avif');
    assert.equal(await network.balance(), 100);

    await workbench.convert(['rocket.webp'], 'avif');
    await notifications.answer('Upload');
    await notifications.read(/^Saved rocket\.avif.* · 1 credit\.$/);
    assert.equal(await network.balance(), 99);
  });

  it('isn’t asked again in this workspace, even after a reload', async () => {
    await workbench.reload();
    await workbench.convert(['rocket.webp'], 'png');
    await workbench.notifications.read(/^Saved rocket\.png, .* · 1 credit\.$/);
    assert.equal(await network.balance(), 98);
  });
});
