import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { apiKeyHeader } from '../../../src/contract/routes.ts';
import { listen } from '../../support/http/port.ts';
import { StandaloneService } from '../../support/service/standalone.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const key = `fun_${randomUUID()}`;

/** The key in plain text, and in common encodings. */
const forms = [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('hex'),
];
const holdsKey = (bytes: Buffer): boolean => forms.some((form) => bytes.includes(form));

function filesWithKey(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => holdsKey(readFileSync(file)));
}

/** Command lines and environments that contain the key, except those of the network's own process (Linux). */
function processesWithKey(network: number): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== network)
    .flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`])
    .filter((file) => {
      try {
        return holdsKey(readFileSync(file));
      } catch {
        // The process has ended, or belongs to another user.
        return false;
      }
    });
}

describe('The user’s API key', () => {
  let service: StandaloneService;
  let workbench: Workbench;
  let other: http.Server;
  let otherUrl: string;
  const seen: IncomingHttpHeaders[] = [];

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro', '--key', key]);
    other = http.createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(404).end();
    });
    otherUrl = `http://127.0.0.1:${await listen(other)}`;
    workbench = await Workbench.open({
      name: 'key-safety',
      settings: { 'fileUtilityNetwork.baseUrl': service.api.baseUrl },
    });
    await workbench.storeKey(key);
  });

  after(async () => {
    await workbench?.close();
    other?.close();
    await service?.stop();
  });

  it('is in no file, command line, or environment after conversions by both services', async () => {
    await workbench.convert(['coffee.jpg'], 'webp');
    await workbench.notifications.answer('Upload');
    await workbench.notifications.read(/^Saved coffee\.webp.* · 1 credit\.$/);
    await workbench.updateSettings({ 'fileUtilityNetwork.runOn': 'localOnly' });
    await workbench.convert(['cat.png'], 'webp');
    await workbench.notifications.read(/^Saved cat\.webp(?!.*credit)/);
    const home = path.dirname(workbench.folder);
    const journals = readdirSync(home, { recursive: true }).filter((name) => String(name).endsWith('.jsonl'));
    assert.ok(journals.length > 0, 'The extension wrote its journal somewhere else.');
    assert.deepEqual(filesWithKey(home), []);
    assert.deepEqual(processesWithKey(service.pid), []);
  });

  it('isn’t sent to another address of the network', async () => {
    const settings = { 'fileUtilityNetwork.runOn': 'auto', 'fileUtilityNetwork.baseUrl': otherUrl };
    await workbench.updateSettings(settings);
    await workbench.convert(['rocket.webp'], 'png');
    await workbench.notifications.read(/^Saved rocket\.png(?!.*credit)/);
    await workbench.runCommand('File Utility Network: Check Connection');
    await workbench.notifications.read(/No API key is stored for/);
    assert.deepEqual(
      seen.filter((headers) => headers[apiKeyHeader.toLowerCase()] !== undefined),
      [],
    );
  });

  it('is only requested after a confirmation if it would be sent in plain text', async () => {
    const { notifications, quickInput } = workbench;
    await workbench.updateSettings({ 'fileUtilityNetwork.baseUrl': 'http://nas.example:8080' });
    await workbench.runCommand('File Utility Network: Set API Key…');
    await notifications.asks(/nas\.example:8080[^]*plain text|plain text[^]*nas\.example:8080/);
    await notifications.answer('Cancel');
    assert.equal(await quickInput.widget.isVisible(), false);
    await workbench.runCommand('File Utility Network: Set API Key…');
    await notifications.answer('Send Unencrypted');
    await quickInput.widget.locator('input[type="password"]').waitFor();
    await quickInput.cancel();
  });
});
