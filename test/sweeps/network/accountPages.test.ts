import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { toolIds } from '../../../src/contract/tools.ts';
import { accountNamed } from '../../../src/network/accounts/accounts.ts';
import { accountOfKey } from '../../../src/network/accounts/keys.ts';
import { LedgerWallet } from '../../../src/network/accounts/wallet.ts';
import { listAudit } from '../../../src/network/identity/reports.ts';
import { violationsIn } from '../../support/axe.ts';
import { launchBrowser } from '../../support/vscode/page.ts';
import { password } from '../../support/network/accounts.ts';
import { useAccountPages } from '../../support/network/accountPages.ts';

const ann = 'ann@example.com';
const here = '127.0.0.1';

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/account');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
};

describe('The account pages, in a browser without scripts', () => {
  const pages = useAccountPages();
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(async () => browser.close());

  const open = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: pages.url, javaScriptEnabled: false, ...options });
    return context.newPage();
  };

  it('make a key that works, show it once, and revoke it', async () => {
    await pages.person(ann);
    await pages.start();
    const page = await open();
    await signIn(page, ann);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByLabel('Name').fill('laptop <b>');
    await page.getByLabel('Allowed addresses').fill('127.0.0.0/8, ::1');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.locator('code.secret').innerText();
    assert.equal((await accountOfKey(pages.database, key, here))?.name, `of ${ann}`);
    assert.equal(await accountOfKey(pages.database, key, '10.0.0.1'), undefined);
    await page.getByRole('link', { name: 'API keys' }).click();
    assert.equal(await page.locator('code.secret').count(), 0);
    await page.getByRole('cell', { name: 'laptop <b>', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('status').filter({ hasText: 'has been revoked' }).waitFor();
    assert.equal(await accountOfKey(pages.database, key, here), undefined);
    await page.context().close();
  });

  it('change the password after the current one was entered, and end other sessions', async () => {
    await pages.person(ann);
    await pages.start();
    const other = await pages.signedIn(ann);
    const page = await open();
    await signIn(page, ann);
    await page.getByRole('link', { name: 'Security' }).click();
    assert.equal(await page.getByRole('row').count(), 3);
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill('an even longer sentence');
      await page.getByLabel('Repeat the password').fill('an even longer sentence');
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('wrong');
    await page.getByRole('alert').filter({ hasText: 'incorrect' }).waitFor();
    assert.equal((await other.get('/account')).status, 200);
    await change(password);
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    assert.equal((await other.get('/account')).status, 303);
    await page.context().close();
  });

  it('let administrators invite people, and give plans and credits with a reason', async () => {
    await pages.person(ann, { isAdmin: true });
    await pages.start();
    const page = await open();
    await signIn(page, ann);
    await page.getByRole('link', { name: 'Administration' }).click();
    const form = (name: string) =>
      page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
    await form('New account').getByLabel('Name').fill('build farm');
    await form('New account').getByLabel('Plan').selectOption('free');
    await page.getByRole('button', { name: 'Create account' }).click();
    await form('Change plan').getByLabel('Account').selectOption('build farm');
    await form('Change plan').getByLabel('Plan').selectOption('pro');
    await page.getByRole('button', { name: 'Change plan' }).click();
    await form('Grant credits').getByLabel('Account').selectOption('build farm');
    await form('Grant credits').getByLabel('Credits').fill('25');
    await form('Grant credits').getByLabel('Reason').fill('a refund by hand');
    await page.getByRole('button', { name: 'Grant credits' }).click();
    await page.getByRole('status').filter({ hasText: '12025 credits' }).waitFor();
    const account = await accountNamed(pages.database, 'build farm');
    assert.equal((await new LedgerWallet().left(pages.database, account))?.balance, 12_025);
    await form('Invite a person').getByLabel('Email address').fill('bob@example.com');
    await form('Invite a person').getByLabel('Account').selectOption('build farm');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await page.locator('code.secret').innerText();
    const audit = await listAudit(pages.database, 4);
    assert.deepEqual(
      audit.map(({ actor, action, detail }) => [actor, action, detail]),
      [
        [ann, 'links insert', { is_admin: false, purpose: 'invitation' }],
        [ann, 'ledger insert', { note: 'a refund by hand', credits: 25 }],
        [ann, 'accounts update', { plan: 'pro' }],
        [ann, 'accounts insert', { plan: 'free', allowance: null, disabled_at: null }],
      ],
    );
    const guest = await open();
    await guest.goto(link);
    await guest.getByLabel('Password', { exact: true }).fill(password);
    await guest.getByLabel('Repeat the password').fill(password);
    await guest.getByRole('button', { name: 'Create account' }).click();
    await guest.getByText('12025 of 12000').waitFor();
    assert.equal((await guest.goto('/account/admin'))?.status(), 404);
    await Promise.all([page.context().close(), guest.context().close()]);
  });

  it('have no accessibility violations and no sideways scrolling in any theme or width', async () => {
    const { of } = await pages.person(ann, { isAdmin: true });
    await pages.database.transaction(async (connection) => {
      const wallet = new LedgerWallet();
      await wallet.grant(connection, of, 5, undefined);
      for (const tool of toolIds) await wallet.charge(connection, of, { id: randomUUID(), tool }, 2);
    });
    await pages.start();
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [360, 1280]) {
        // JavaScript is only enabled for axe: the pages contain no scripts.
        const view = { colorScheme, viewport: { width, height: 800 }, javaScriptEnabled: true };
        const page = await open(view);
        const check = async (path: string): Promise<void> => {
          if (path !== '') await page.goto(path);
          const place = `${path} ${colorScheme} ${width}`;
          assert.deepEqual(await violationsIn(page), [], place);
          const [content, window] = await page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, innerWidth]',
          );
          assert.ok(content <= window, `${place}: ${content} > ${window}`);
        };
        for (const path of ['/account/login', '/account/forgot', '/account/reset/none']) await check(path);
        await signIn(page, ann);
        for (const path of ['/account', '/account/keys', '/account/security', '/account/admin'])
          await check(path);
        await page.goto('/account/keys');
        await page.getByLabel('Name').fill(`${colorScheme} ${width}`);
        await page.getByRole('button', { name: 'Create key' }).click();
        await check('');
        await page.context().close();
      }
    }
  });
});
