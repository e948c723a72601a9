import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { routes } from '../../../src/contract/routes.ts';
import { altered, type Alteration } from '../../support/conformance/alteredServers.ts';
import { eventually } from '../../support/eventually.ts';
import { sample } from '../../support/service/fixtures.ts';
import { testKey } from '../../support/service/standalone.ts';
import { assertPlain } from '../../support/untrustedTexts.ts';
import { NetworkWindow } from '../../support/workbench/networkWindow.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

const hostileName = 'notes $(alert).jpg';
const command = 'command:undo';
/**
 * A text that is short enough for a loss, with a link, one of VS Code’s icons, and characters that would reverse the
 * rest.
 */
const words = `[Open](${command}) $(alert) \u202E\u009B2J`;
const shown = `[Open] (${command}) $ (alert) ‹U+202E›‹U+009B›2J`;

/**
 * Checks that an element contains only characters and our own icons. (VS Code draws names and buttons as links, too.)
 */
async function assertCharacters(element: Locator, ownIcons = 0): Promise<void> {
  await element.waitFor();
  assert.equal(await element.locator('a:not(.label-name, .action-label)').count(), 0);
  assert.equal(await element.locator('.codicon').count(), ownIcons);
}

describe('A user of a network that sends hostile text', () => {
  let network: NetworkWindow;
  let workbench: Workbench;
  let acceptsKey = false;
  let talksNonsense = false;

  const alteration: Alteration = {
    answer: (answered, { method, path }) => {
      const refusal = { status: 422, body: Buffer.from(JSON.stringify({ error: words, detail: words })) };
      if (path === routes.entitlements('convert')) {
        if (talksNonsense) return altered(answered, () => ({ [words]: words }));
        return acceptsKey ? altered(answered, (json) => ({ ...json, planName: words })) : refusal;
      }
      if (path === routes.discovery('convert')) {
        return altered(answered, () => ({ conversions: [{ from: 'jpg', to: 'webp', drops: [words] }] }));
      }
      if (path.startsWith('/convert/schema')) {
        const field = { type: 'string', title: words, description: words };
        return altered(answered, () => ({ description: words, properties: { field } }));
      }
      return method === 'POST' ? refusal : {};
    },
  };

  before(async () => {
    network = await NetworkWindow.open({
      name: 'hostile-network',
      service: ['--plan', 'pro'],
      alteration,
      settings: {
        'fileUtilityNetwork.runOn': 'networkOnly',
        'fileUtilityNetwork.livePreview': false,
      },
      files: { [hostileName]: readFileSync(sample('coffee.jpg')) },
    });
    ({ workbench } = network);
  });

  after(() => network?.close());

  it('reads it as plain characters below the key’s input box', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.runCommand('File Utility Network: Set API Key…');
    await quickInput.submitPassword(testKey);
    await quickInput.says(`${shown} (${shown})`);
    await assertCharacters(quickInput.message);
    acceptsKey = true;
    await quickInput.submitPassword(testKey);
    await notifications.read(/is stored\./);
  });

  it('reads it as plain characters in the status bar', async () => {
    await workbench.status(shown);
    await assertCharacters(workbench.statusBarItem.locator('.statusbar-item-label'), 1);
  });

  it('reads it as plain characters in lists, in the options form, in messages, and in the job’s row', async () => {
    const { quickInput, notifications, jobs } = workbench;
    await workbench.choose([hostileName], 'Convert With Options…');
    await quickInput.rows.first().hover();
    await quickInput.rows.first().locator('.codicon-info').click();
    await quickInput.rows.filter({ hasText: `May lose ${shown}` }).waitFor();
    await quickInput.titled(/^Convert notes \$ \(alert\)\.jpg to/);
    await assertCharacters(quickInput.rows.first(), 1);
    await quickInput.pickFormat('webp');
    await quickInput.choose(shown);
    await quickInput.says(`${shown}. Leave empty for the default.`);
    await assertCharacters(quickInput.message);
    await quickInput.submit('');
    await quickInput.choose('Convert');
    await notifications.answer('Upload');
    assert.equal(await notifications.read(shown), `notes $ (alert).jpg: ${shown} (${shown})`);
    const item = await notifications.open(shown);
    await assertCharacters(item.locator('.notification-list-item-message'));
    await jobs.open();
    await assertCharacters(jobs.row('notes $ (alert).jpg').locator('.label-name'));
  });

  it('finds it as plain characters in the log', async () => {
    talksNonsense = true;
    await workbench.runCommand('File Utility Network: Check Connection');
    await workbench.quickInput.titled(/^Connection to /);
    await workbench.quickInput.cancel();
    const home = path.dirname(workbench.folder);
    const log = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((file) =>
      file.endsWith('File Utility Network.log'),
    );
    // VS Code writes its logs with a delay.
    const lines = await eventually(
      () =>
        readFileSync(path.join(home, log ?? ''), 'utf8')
          .trimEnd()
          .split('\n'),
      (all) => all.some((line) => line.includes(shown)),
    );
    for (const line of lines) assertPlain(line, 4200);
  });
});
