import assert from 'node:assert/strict';
import { IdentityProvider } from '../../../../src/client/identityProvider.ts';
import { createSender } from '../../../../src/client/index.ts';
import { accountOfKey } from '../../../../src/network/accounts/keys.ts';
import { vscodeRedirects } from '../../../../src/network/identity/provider.ts';
import { systemClock } from '../../../../src/util/clock.ts';
import { SignInAnswers } from '../../../../src/vscode/network/signInAnswers.ts';
import { failureOf, direct, never } from '../../../support/http/networkFixture.ts';
import { useAccountPages } from '../../../support/network/accountPages.ts';

const ann = 'ann@example.com';
const here = '127.0.0.1';
const api = new URL('https://files.example.com');
const redirect = `${vscodeRedirects[0]}?windowId=1`;

describe('The extension’s sign-in at the identity provider', () => {
  const pages = useAccountPages();
  let provider: IdentityProvider;
  let logged: string[];
  afterEach(() => provider.dispose());

  const started = async (settings: NodeJS.ProcessEnv = {}) => {
    const person = await pages.person(ann);
    await pages.start(settings);
    logged = [];
    const log = (line: string): void => void logged.push(line);
    const sender = createSender({ host: here, proxy: direct, clock: systemClock, log });
    provider = new IdentityProvider(new URL(pages.url), sender, log);
    return person;
  };
  /** Begins a sign-in, and confirms it in the browser of a person. */
  const confirmed = async () => {
    const signIn = await provider.start(redirect, api, never());
    const { pathname, search } = new URL(signIn.address);
    const back = await pages.confirm(await pages.signedIn(ann), `${pathname}${search}`);
    return { ...signIn, answer: back.searchParams, back };
  };

  it('makes a key with the machine’s name, which signing out revokes', async () => {
    const { account } = await started();
    const { redeem, answer, back } = await confirmed();
    assert.equal(`${back.protocol}//${back.host}${back.pathname}`, vscodeRedirects[0]);
    assert.equal(back.searchParams.get('windowId'), '1');
    const key = await redeem(answer, 'laptop', never());
    assert.equal((await accountOfKey(pages.database, key, here))?.id, account);
    assert.match((await (await pages.signedIn(ann)).get('/account/keys')).text, /laptop/);
    assert.ok(!logged.some((line) => line.includes(key) || line.includes(answer.get('code') ?? '')));
    await provider.revoke(key, never());
    assert.equal(await accountOfKey(pages.database, key, here), undefined);
    await provider.revoke(key, never());
  });

  it('leaves the answer to another window’s request alone', async () => {
    await started();
    const [own, others] = [await confirmed(), await confirmed()];
    const answers = new SignInAnswers(systemClock);
    const waiting = answers.wait(own.state, never());
    assert.equal(answers.receive(others.answer), false);
    assert.equal(answers.receive(own.answer), true);
    assert.ok(await own.redeem(await waiting, 'laptop', never()));
    assert.equal(answers.receive(own.answer), false, 'a replay');
  });

  it('gets nothing for a code that was used before, or that belongs to another request', async () => {
    await started();
    const first = await confirmed();
    await first.redeem(first.answer, 'laptop', never());
    assert.equal(
      (await failureOf(first.redeem(first.answer, 'laptop', never())))['code'],
      'sign_in.untrusted',
    );
    const [own, others] = [await confirmed(), await confirmed()];
    // The attacker has a code of their own, and the state of the victim.
    const injected = new URLSearchParams(own.answer);
    injected.set('code', others.answer.get('code') ?? '');
    assert.equal((await failureOf(own.redeem(injected, 'laptop', never())))['code'], 'sign_in.refused');
  });

  it('sends no code of another provider, or of one that doesn’t say who it is', async () => {
    await started();
    for (const issuer of ['https://evil.example.com', undefined]) {
      const { redeem, answer } = await confirmed();
      if (issuer === undefined) answer.delete('iss');
      else answer.set('iss', issuer);
      const before = logged.length;
      assert.equal((await failureOf(redeem(answer, 'laptop', never())))['code'], 'sign_in.untrusted');
      assert.equal(logged.length, before, 'no request was sent');
    }
  });

  it('can’t lead to the address of somebody else', async () => {
    await started();
    const foreign = redirect.replace('file-utility-network.', 'evil.');
    const { address } = await provider.start(foreign, api, never());
    const { pathname, search } = new URL(address);
    const { status, headers } = await (await pages.signedIn(ann)).get(`${pathname}${search}`);
    assert.deepEqual([status, headers.get('Location')], [400, null]);
  });

  it('shows which API gets the key', async () => {
    await started({ FUN_API_URL: api.href });
    const { address } = await provider.start(redirect, api, never());
    const { pathname, search } = new URL(address);
    const visitor = await pages.signedIn(ann);
    const { text } = await visitor.get(await pages.follow(visitor, `${pathname}${search}`));
    assert.match(text, /The key will be sent to <code>https:\/\/files\.example\.com<\/code>/);
  });

  it('ends if the key would go to an address other than the network’s own', async () => {
    await started({ FUN_API_URL: 'https://other.example.com' });
    const { address, redeem } = await provider.start(redirect, api, never());
    const { pathname, search } = new URL(address);
    const { headers } = await (await pages.signedIn(ann)).get(`${pathname}${search}`);
    const { searchParams } = new URL(headers.get('Location') ?? '');
    assert.equal((await failureOf(redeem(searchParams, 'laptop', never())))['code'], 'sign_in.refused');
  });

  it('ends as canceled when the person cancels in the browser', async () => {
    await started();
    const { address, redeem } = await provider.start(redirect, api, never());
    const { pathname, search } = new URL(address);
    const back = await pages.confirm(await pages.signedIn(ann), `${pathname}${search}`, 'cancel');
    assert.equal((await failureOf(redeem(back.searchParams, 'laptop', never())))['code'], 'sign_in.canceled');
  });
});
