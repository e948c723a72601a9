import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import http from 'node:http';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { apiKeyHeader } from '../../../src/contract/routes.ts';
import { eventually } from '../../support/eventually.ts';
import { listen } from '../../support/http/port.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { Organization } from '../../support/network/organization.ts';
import { startPostgres } from '../../support/network/postgres.ts';
import { runFolder } from '../../support/run/runFolder.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** A server in front of a network that notes the keys that it is sent, and may refuse them. */
function noteKeys(network: NetworkNode, keys: Set<string>, refuses: () => boolean): http.Server {
  return http.createServer((request, response) => {
    const { method, url = '/' } = request;
    const headers = { ...request.headers, host: new URL(network.baseUrl).host };
    const key = request.headers[apiKeyHeader.toLowerCase()];
    if (typeof key === 'string') {
      keys.add(key);
      if (refuses()) {
        const body = { error: 'api_key.invalid_or_ip_not_allowed', detail: 'Not this key.' };
        response.writeHead(401, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
        return;
      }
    }
    const passed = http.request(new URL(url, network.baseUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
}

/** Follows docs/running-a-network.md without a command for the person, who has an account at the organization. */
describe('A person of an organization with a network', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let network: NetworkNode;
  let front: http.Server;
  let baseUrl: string;
  let workbench: Workbench;
  let organization: Organization;
  let authUrl: string;
  let refusesKeys = false;
  const keys = new Set<string>();

  before(async () => {
    postgres = await startPostgres();
    workbench = await Workbench.open({ name: 'sign-in' });
    const env = {
      FUN_DATABASE_URL: postgres.url,
      FUN_STORE: mkdtempSync(path.join(runFolder(), 'store-')),
      // A server of VS Code passes pages at 127.0.0.1 through an address of its own.
      FUN_ACCOUNTS_LISTEN: '127.0.0.2:0',
      FUN_REDIRECT_URIS: `${new URL(workbench.page.url()).origin}/callback`,
    };
    organization = await Organization.start();
    organization.claims = { email: 'ann@example.com', email_verified: true };
    network = await NetworkNode.start('all', { ...env, ...organization.settings });
    const announced = await fetch(new URL('/.well-known/file-utility', network.baseUrl));
    ({ authUrl } = await announced.json());
    front = noteKeys(network, keys, () => refusesKeys);
    baseUrl = `http://127.0.0.1:${await listen(front)}`;
  });

  after(async () => {
    await workbench?.close();
    front?.close();
    front?.closeAllConnections();
    await network?.stop();
    await organization?.stop();
    await postgres?.stop();
  });

  const next = async (step: number, submit: () => Promise<void>): Promise<void> => {
    await workbench.quickInput.atStep(step, 5);
    await submit();
  };
  /** The network's own answer to a key. */
  const statusWith = async (key: string): Promise<number> => {
    const headers = { [apiKeyHeader]: key };
    return (await fetch(new URL('/convert/entitlements/me', network.baseUrl), { headers })).status;
  };
  /** Chooses to sign in, and agrees to open the page. */
  const openPage = async (): Promise<Page> => {
    const opened = workbench.page.context().waitForEvent('page');
    await workbench.quickInput.choose('Sign In');
    await workbench.notifications.answer('Open');
    return opened;
  };

  it('reads why a sign-in ends that is canceled here or in the browser', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.runCommand('File Utility Network: Set Up Network…');
    await next(1, () => quickInput.submit(baseUrl));
    await next(2, () => quickInput.input.press('Enter'));
    await next(3, async () => {
      assert.deepEqual(
        (await quickInput.read()).map(({ label }) => label),
        ['Sign In', 'Enter API Key…'],
      );
      await workbench.screenshot('sign-in-choice');
    });
    const first = await openPage();
    await notifications.click(/^Signing in at 127\.0\.0\.2:\d+$/, 'Cancel');
    await notifications.read('The sign-in was canceled.');
    await first.getByRole('link', { name: 'Sign in with your organization' }).click();
    await first.getByRole('button', { name: 'Continue' }).click();
    await notifications.read(/^This window isn’t waiting for a sign-in\./);
    await first.close();
    const second = await openPage();
    await second.getByRole('button', { name: 'Cancel' }).click();
    await notifications.read('The sign-in was canceled.');
    await second.close();
  });

  it('reads that the network rejects the key, which is then revoked', async () => {
    refusesKeys = true;
    const page = await openPage();
    await page.getByRole('button', { name: 'Continue' }).click();
    await workbench.notifications.read(/^The network rejects the key from this sign-in\./);
    refusesKeys = false;
    const [key = ''] = keys;
    assert.equal(await statusWith(key), 401);
    keys.clear();
    await page.close();
  });

  it('signs in with one click in the browser, without copying a key', async () => {
    const { quickInput, notifications } = workbench;
    const page = await openPage();
    await page.getByText('VS Code gets an API key for the account').waitFor();
    await page.screenshot({ path: (await workbench.screenshot('sign-in-wait')).replace('wait', 'page') });
    await page.getByRole('button', { name: 'Continue' }).click();
    await next(4, async () => {
      const lines = (await quickInput.read()).map(({ label, description }) => `${label}: ${description}`);
      assert.ok(lines.includes('Plan: Unmetered'), lines.join('\n'));
      await quickInput.choose('Continue');
    });
    await next(5, () => quickInput.pick('Network first'));
    await notifications.read(/Files now go to 127\.0\.0\.1:\d+, free of charge\./);
    await page.goto(new URL('/account/keys', authUrl).href);
    await page.getByText(hostname(), { exact: true }).first().waitFor();
    await page.close();
  });

  it('converts a file with it', async () => {
    const { quickInput, notifications, explorer } = workbench;
    await workbench.page.keyboard.press('Control+Shift+E');
    await explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await quickInput.pickFormat('webp');
    await notifications.answer('Upload');
    await notifications.read(/^Saved coffee\.webp/);
    assert.ok(existsSync(path.join(workbench.folder, 'coffee.webp')));
    assert.equal(keys.size, 1);
  });

  it('signs out, after which the key is refused', async () => {
    const [key = ''] = keys;
    assert.equal(await statusWith(key), 200);
    await workbench.runCommand('File Utility Network: Sign Out');
    await workbench.notifications.read('You’re signed out. Files are converted on this computer.');
    assert.equal(await statusWith(key), 401);
  });

  it('may remove the key here if the service can’t be reached', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.runCommand('File Utility Network: Set API Key…');
    await quickInput.rows.first().waitFor();
    const page = await openPage();
    await page.getByRole('button', { name: 'Continue' }).click();
    await notifications.read(/The API key for 127\.0\.0\.1:\d+ is stored\./);
    // The palette then lists Sign Out.
    await workbench.shown.status(/\S/);
    await network.stop();
    await workbench.runCommand('File Utility Network: Sign Out');
    await eventually(
      () => notifications.dialog.innerText(),
      (text) => text.includes('The API key couldn’t be revoked.') && text.includes('can’t be reached'),
    );
    await notifications.answer('Remove Here Only');
    await notifications.read('You’re signed out. Files are converted on this computer.');
  });
});
