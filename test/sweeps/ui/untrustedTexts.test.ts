import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { routes } from '../../../src/contract/routes.ts';
import { extensionId, statusBarItems } from '../../../src/manifest.ts';
import { altered, type Alteration, alteredServers } from '../../support/conformance/alteredServers.ts';
import { eventually } from '../../support/eventually.ts';
import { assertPlain } from '../../support/untrustedTexts.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

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

describe('A user who converts a file with hostile text', () => {
  let workbench: Workbench;

  before(async () => {
    const content = `%YAML [Open](${command})\u202E\n---\na: 1\n`;
    workbench = await Workbench.open({
      name: 'hostile-file',
      files: { 'notes $(alert).yaml': Buffer.from(content) },
    });
  });

  after(() => workbench.close());

  it('reads it as plain characters, without links', async () => {
    const { explorer, quickInput, notifications } = workbench;
    await explorer.choose(['notes $(alert).yaml'], 'Convert & Compress', 'Convert To…');
    await eventually(
      () => quickInput.title(),
      (title) => title === 'Convert notes $ (alert).yaml to',
    );
    await quickInput.pickFormat('json');
    const message = await notifications.read(/version \[Open\]/);
    assert.match(message, /version \[Open\] \(command:undo\)‹U\+202E›\.$/);
    const item = await notifications.open(/version \[Open\]/);
    await assertCharacters(item.locator('.notification-list-item-message'));
    await workbench.screenshot('hostile-file');
  });

  it('sees it as plain characters in the job’s row', async () => {
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    const [row] = await jobs.read();
    assert.equal(row?.label, 'notes $ (alert).yaml');
    await assertCharacters(jobs.row(row.label).locator('.label-name'));
  });
});

describe('A user of a network that sends hostile text', () => {
  let service: StandaloneService;
  let server: RunningServer;
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
    service = await StandaloneService.start(['--plan', 'pro']);
    const upstream = fixedServer(new URL(service.api.baseUrl), testKey);
    server = await alteredServers(upstream, alteration).open({}, new AbortController().signal);
    workbench = await Workbench.open({
      name: 'hostile-network',
      hasOwnServer: true,
      settings: {
        'fileUtilityNetwork.baseUrl': server.baseUrl.href,
        'fileUtilityNetwork.runOn': 'networkOnly',
        'fileUtilityNetwork.livePreview': false,
      },
    });
  });

  after(async () => {
    await workbench?.close();
    await server?.close();
    await service?.stop();
  });

  it('reads it as plain characters below the key’s input box', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.runCommand('File Utility Network: Set API Key…');
    await quickInput.submitPassword(testKey);
    await eventually(
      () => quickInput.message(),
      (message) => message.includes(`${shown} (${shown})`),
    );
    await assertCharacters(quickInput.widget.locator('.quick-input-message'));
    await workbench.screenshot('hostile-key');
    acceptsKey = true;
    await quickInput.submitPassword(testKey);
    await notifications.read(/is stored\./);
  });

  it('reads it as plain characters in the status bar', async () => {
    const status = workbench.statusBarItem(`${extensionId}.${statusBarItems.main}`);
    await eventually(
      () => status.innerText(),
      (text) => text.includes(shown),
    );
    await assertCharacters(status.locator('.statusbar-item-label'), 1);
  });

  it('reads it as plain characters in lists, in the options form, and in messages', async () => {
    const { explorer, quickInput, notifications } = workbench;
    await explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert With Options…');
    await quickInput.rows.first().hover();
    await quickInput.rows.first().locator('.codicon-info').click();
    await quickInput.rows.filter({ hasText: `May lose ${shown}` }).waitFor();
    await assertCharacters(quickInput.rows.first(), 1);
    await quickInput.pickFormat('webp');
    await quickInput.choose(shown);
    await eventually(
      () => quickInput.message(),
      (message) => message.startsWith(`${shown}. Leave empty for the default.`),
    );
    await assertCharacters(quickInput.widget.locator('.quick-input-message'));
    await quickInput.submit('');
    await quickInput.choose('Convert');
    await notifications.answer('Upload');
    assert.equal(await notifications.read(shown), `coffee.jpg: ${shown} (${shown})`);
    const item = await notifications.open(shown);
    await assertCharacters(item.locator('.notification-list-item-message'));
    await workbench.screenshot('hostile-network');
  });

  it('finds it as plain characters in the log', async () => {
    talksNonsense = true;
    await workbench.runCommand('File Utility Network: Check Connection');
    await workbench.quickInput.rows.filter({ hasText: 'Check again' }).waitFor();
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
