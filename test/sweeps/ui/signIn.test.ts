import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { apiKeyHeader } from '../../../src/contract/routes.ts';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { altered, type Alteration, alteredServers } from '../../support/conformance/alteredServers.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { Organization } from '../../support/network/organization.ts';
import { startPostgres } from '../../support/network/postgres.ts';
import { runFolder } from '../../support/run/runFolder.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** Follows docs/running-a-network.md without a command for the person, who has an account at the organization. */
describe('A person of an organization with a network', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let network: NetworkNode;
  let front: RunningServer;
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
    const settings = { ...organization.settings, FUN_ORGANIZATION_DEFAULT_PLAN: 'unmetered' };
    network = await NetworkNode.start('all', { ...env, ...settings });
    const announced = await fetch(new URL('/.well-known/file-utility', network.baseUrl));
    ({ authUrl } = await announced.json());
    // Notes the keys that the network is sent, and refuses them if a test wants that.
    const alteration: Alteration = {
      ask: ({ headers }) => {
        const key = headers[apiKeyHeader.toLowerCase()];
        if (typeof key === 'string') keys.add(key);
        return {};
      },
      answer: (answered, { headers }) =>
        refusesKeys && apiKeyHeader.toLowerCase() in headers
          ? { ...altered(answered, () => ({ error: 'api_key.invalid_or_ip_not_allowed' })), status: 401 }
          : {},
    };
    const source = alteredServers(fixedServer(new URL(network.baseUrl), ''), alteration);
    front = await source.open({}, new AbortController().signal);
  });

  after(async () => {
    await workbench?.close();
    await front?.close();
    await network?.stop();
    await organization?.stop();
    await postgres?.stop();
  });

  const next = (step: number): Promise<void> => workbench.quickInput.titled(new RegExp(`\\(${step}/5\\)`));
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
    await next(1);
    await quickInput.submit(front.baseUrl.href);
    await next(2);
    assert.equal(await quickInput.input.inputValue(), new URL(authUrl).href);
    await quickInput.input.press('Enter');
    await next(3);
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
    await page.getByRole('button', { name: 'Continue' }).click();
    await next(4);
    const lines = (await quickInput.read()).map(({ label, description }) => `${label}: ${description}`);
    assert.ok(
      lines.includes('Plan: Unmetered') && lines.includes('Credits: free of charge'),
      lines.join('\n'),
    );
    await quickInput.choose('Continue');
    await next(5);
    await quickInput.pick('Network first');
    await notifications.read(/Files now go to 127\.0\.0\.1:\d+, free of charge\./);
    await page.goto(new URL('/account/keys', authUrl).href);
    await page.getByText(hostname(), { exact: true }).first().waitFor();
    await page.close();
  });

  it('converts a file with it after a question about the upload, not about the cost', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.status(/^\s*Unmetered\s*$/);
    await workbench.choose(['coffee.jpg'], 'Convert To…');
    await quickInput.titled('Convert coffee.jpg to · Network · or on this computer');
    await quickInput.pickFormat('webp');
    await notifications.asks(
      /Send coffee\.jpg to 127\.0\.0\.1:\d+\?\s+On 127\.0\.0\.1:\d+: free of charge\./,
    );
    await notifications.answer('Upload');
    assert.doesNotMatch(await notifications.read(/^Saved coffee\.webp/), /credit/);
    assert.ok(existsSync(workbench.file('coffee.webp')));
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
    await workbench.status(/\S/);
    await network.stop();
    await workbench.runCommand('File Utility Network: Sign Out');
    await notifications.asks(/The API key couldn’t be revoked\.[^]*can’t be reached/);
    await notifications.answer('Remove Here Only');
    await notifications.read('You’re signed out. Files are converted on this computer.');
  });
});
