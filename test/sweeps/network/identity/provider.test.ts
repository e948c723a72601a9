import assert from 'node:assert/strict';
import * as oidc from 'openid-client';
import { addKey, accountOfKey, listKeys } from '../../../../src/network/accounts/keys.ts';
import { extensionId } from '../../../../src/manifest.ts';
import type { Queryable } from '../../../../src/network/database/database.ts';
import { changePerson, setPassword } from '../../../../src/network/identity/people.ts';
import {
  isAllowedRedirect,
  originOfApi,
  vscodeRedirects,
} from '../../../../src/network/identity/provider.ts';
import { useAccountPages } from '../../../support/network/accountPages.ts';
import { password } from '../../../support/network/accounts.ts';

const ann = 'ann@example.com';
const here = '127.0.0.1';
const [redirect] = vscodeRedirects;
/** The folder of a version of VS Code in a browser, which each update changes. */
const version = `stable-${'0123456789abcdef'.repeat(3).slice(0, 40)}`;

describe('The identity provider', () => {
  const pages = useAccountPages();

  const client = async () =>
    oidc.discovery(new URL(pages.url), 'vscode-extension', undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    });

  /** A sign-in request: the address that a client opens in a browser, and the values that verify the answer. */
  const request = async (changes: Record<string, string> = {}) => {
    const config = await client();
    const verifier = oidc.randomPKCECodeVerifier();
    const state = oidc.randomState();
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid key',
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...changes,
    });
    return { config, verifier, state, path: `${address.pathname}${address.search}` };
  };

  const makeKey = async (token: string, name = 'laptop') =>
    fetch(new URL('/account/key', pages.url), {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: new URLSearchParams({ name }),
    });

  const started = async (settings: NodeJS.ProcessEnv = {}) => {
    const person = await pages.person(ann);
    await pages.start(settings);
    return person;
  };

  it('gives VS Code one key for each sign-in, named after the machine', async () => {
    const person = await started();
    const { config, verifier, state, path } = await request();
    const visitor = await pages.signedIn(ann);
    const back = await pages.confirm(visitor, path);
    const tokens = await oidc.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      idTokenExpected: true,
    });
    assert.equal(tokens.claims()?.sub, person.id);
    const { key } = await (await makeKey(tokens.access_token)).json();
    assert.equal((await accountOfKey(pages.database, key, here))?.id, person.account);
    assert.equal((await makeKey(tokens.access_token)).status, 401);
    const headers = { 'X-Service-Api-Key': key };
    const revoked = await fetch(new URL('/account/key', pages.url), { method: 'DELETE', headers });
    assert.equal(revoked.status, 204);
    assert.equal(await accountOfKey(pages.database, key, here), undefined);
  });

  it('numbers the keys of a machine, however many there are', async () => {
    const { of } = await started();
    await pages.database.query(
      `insert into network.keys (account, name, digest)
       select $1, 'laptop' || case n when 1 then '' else ' ' || n end, sha256(n::text::bytea)
       from generate_series(1, 150) n`,
      [of.id],
    );
    const { config, verifier, state, path } = await request();
    const back = await pages.confirm(await pages.signedIn(ann), path);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const { access_token: token } = await oidc.authorizationCodeGrant(config, back, checks);
    assert.equal((await makeKey(token)).status, 201);
    assert.equal((await listKeys(pages.database, of)).at(-1)?.name, 'laptop 151');
  });

  it('shows the confirmation after a person has signed in', async () => {
    await started();
    const { path } = await request();
    const visitor = pages.visitor();
    assert.equal(await pages.follow(visitor, path), '/account/login');
    const { headers } = await visitor.send('/account/login', {
      email: ann,
      password,
    });
    assert.match(headers.get('Location') ?? '', /^\/account\/authorize\/[\w-]+$/);
    assert.match((await visitor.get(headers.get('Location') ?? '')).text, /Sign in to VS Code\?/);
  });

  it('returns without a code when the person cancels', async () => {
    await started();
    const { path, state } = await request();
    const back = await pages.confirm(await pages.signedIn(ann), path, 'cancel');
    assert.equal(back.searchParams.get('error'), 'access_denied');
    assert.deepEqual([back.searchParams.get('code'), back.searchParams.get('state')], [null, state]);
  });

  it('asks again each time, so that no page can get a code unnoticed', async () => {
    await started();
    const visitor = await pages.signedIn(ann);
    await pages.confirm(visitor, (await request()).path);
    assert.match(await pages.follow(visitor, (await request()).path), /^\/account\/authorize\//);
  });

  it('redirects only to listed addresses', async () => {
    await started({ FUN_REDIRECT_URIS: 'https://code.example.com/callback' });
    for (const uri of [
      'https://evil.example.com/',
      'https://code.example.com/callback/..',
      'https://code.example.com.evil.example.com/callback',
      'https://code.example.com@evil.example.com/callback',
      'https://code.example.com/callback?next=https://evil.example.com',
      'https://code.example.com/callback?vscode-reqid=1&vscode-authority=evil.extension',
      `https://code.example.com/${version}/other`,
      `https://code.example.com/evil/${version}/callback`,
      `${redirect}/../other`,
      `${redirect}?windowId=x`,
      `${redirect}#fragment`,
      redirect.replace('file-utility-network.', 'evil.'),
      'javascript:alert(1)',
    ]) {
      const { path } = await request({ redirect_uri: uri });
      const { status, headers } = await pages.visitor().get(path);
      assert.deepEqual([status, headers.get('Location')], [400, null], uri);
    }
    const ofBrowser = `vscode-reqid=1&vscode-authority=${extensionId}`;
    for (const uri of [
      `${redirect}?windowId=3`,
      'https://code.example.com/callback?vscode-reqid=1',
      `https://code.example.com/${version}/callback?${ofBrowser}`,
    ]) {
      const { path } = await request({ redirect_uri: uri });
      assert.equal((await pages.visitor().get(path)).status, 303, uri);
    }
  });

  it('gives nothing for a stolen or used code', async () => {
    await started();
    const { config, verifier, state, path } = await request();
    const back = await pages.confirm(await pages.signedIn(ann), path);
    const exchange = async (pkceCodeVerifier: string) =>
      oidc.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState: state });
    await assert.rejects(exchange(oidc.randomPKCECodeVerifier()), { error: 'invalid_grant' });
    const tokens = await exchange(verifier);
    await assert.rejects(exchange(verifier), { error: 'invalid_grant' });
    assert.equal((await makeKey(tokens.access_token)).status, 401, 'the replay revokes the token');
  });

  /** Signs in, and resolves to a function that exchanges the code. */
  const confirmed = async () => {
    const { config, verifier, state, path } = await request();
    const back = await pages.confirm(await pages.signedIn(ann), path);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    return async () => (await oidc.authorizationCodeGrant(config, back, checks)).access_token;
  };

  it('gives one of ten requests with the same code a token, and refuses the others', async () => {
    await started();
    const exchange = await confirmed();
    const all = await Promise.allSettled(Array.from({ length: 10 }, exchange));
    const errors = all.flatMap((each) => (each.status === 'rejected' ? [each.reason.error] : []));
    assert.deepEqual(
      errors,
      Array.from({ length: 9 }, () => 'invalid_grant'),
    );
  });

  it('makes one key for a token, however many requests come at once', async () => {
    await started();
    const token = await (await confirmed())();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => makeKey(token)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, ...Array.from(answers, () => 401).slice(1)],
    );
  });

  it('doesn’t use up a token for a name that is refused', async () => {
    await started();
    const token = await (await confirmed())();
    assert.equal((await makeKey(token, 'a\nb')).status, 400);
    assert.equal((await makeKey(token)).status, 201);
  });

  it('makes no key with a token from before a new password, or before the person was disabled', async () => {
    const person = await started();
    const ends: ((connection: Queryable) => Promise<unknown>)[] = [
      async (connection) => setPassword(connection, person, password),
      async (connection) => {
        await changePerson(connection, ann, 'disable');
        await changePerson(connection, ann, 'enable');
      },
    ];
    for (const end of ends) {
      const token = await (await confirmed())();
      await pages.database.transaction(end);
      assert.equal((await makeKey(token)).status, 401);
    }
  });

  it('confirms no sign-in that began in another browser, or without the token of its form', async () => {
    await started();
    const { path } = await request();
    const page = await pages.follow(await pages.signedIn(ann), path);
    const victim = await pages.signedIn(ann);
    assert.equal((await victim.get(page)).status, 400);
    const own = await pages.follow(victim, (await request()).path);
    assert.equal((await victim.post(own, { answer: 'confirm' })).status, 403);
  });

  it('shows names that look like markup as text', async () => {
    const { of, id } = await started();
    await addKey(pages.database, of, { name: '<script>alert(1)</script>', allowed: [], person: id });
    const { text, headers } = await (await pages.signedIn(ann)).get('/account/keys');
    assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;') && !text.includes('<script'));
    assert.match(headers.get('Content-Security-Policy') ?? '', /^default-src 'none'; style-src 'self';/);
  });

  it('authorizes only at the exact path, whose requests are limited', async () => {
    await started();
    const { path } = await request();
    const visitor = pages.visitor();
    assert.equal((await visitor.get(path)).status, 303);
    for (const spelling of ['/oidc/authorize/', '/oidc/Authorize', '/oidc//authorize'])
      assert.equal((await visitor.get(path.replace('/oidc/authorize', spelling))).status, 404, spelling);
  });

  it('lets another person sign in in the same browser afterwards', async () => {
    await started();
    const bob = await pages.person('bob@example.com');
    const visitor = await pages.signedIn(ann);
    await pages.confirm(visitor, (await request()).path);
    await visitor.send('/account/forgot', {}, '/account/logout');
    await visitor.send('/account/login', { email: bob.email, password });
    const { config, verifier, state, path } = await request();
    const back = await pages.confirm(visitor, path);
    const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true };
    assert.equal((await oidc.authorizationCodeGrant(config, back, checks)).claims()?.sub, bob.id);
  });

  it('validates a key for the address of the request, or for one that a service with the secret names', async () => {
    const secret = 'a secret of the other services here';
    await started({ FUN_VALIDATION_SECRET: secret });
    const { of } = await pages.person('bob@example.com');
    const [office, open] = [
      await addKey(pages.database, of, { name: 'office', allowed: ['10.0.0.0/8'] }),
      await addKey(pages.database, of, { name: 'open', allowed: [] }),
    ];
    const validate = async (key: string, address: string, given?: string) => {
      const answer = await fetch(new URL('/account/key/validation', pages.url), {
        method: 'POST',
        headers: { 'X-Service-Api-Key': key, ...(given && { Authorization: `Bearer ${given}` }) },
        body: new URLSearchParams({ address }),
      });
      return answer.json();
    };
    const allowed = { allowed: true, account: of.id, plan: 'pro' };
    assert.deepEqual(await validate(office, '10.1.2.3', secret), allowed);
    assert.deepEqual(await validate(office, '192.0.2.1', secret), { allowed: false });
    for (const given of [undefined, 'undefined', `${secret}.`]) {
      assert.deepEqual(await validate(office, '10.1.2.3', given), { allowed: false });
      assert.deepEqual(await validate(open, '10.1.2.3', given), allowed);
    }
    const keys = await listKeys(pages.database, of);
    assert.deepEqual(
      keys.map(({ usedAt }) => usedAt),
      [null, null],
      'a validation isn’t a use',
    );
  });

  it('revokes a key, wherever the request comes from', async () => {
    const { of } = await started();
    const key = await addKey(pages.database, of, { name: 'office', allowed: ['10.0.0.0/8'] });
    const headers = { 'X-Service-Api-Key': key };
    const { status } = await fetch(new URL('/account/key', pages.url), { method: 'DELETE', headers });
    assert.equal(status, 204);
    assert.equal(await accountOfKey(pages.database, key, '10.1.2.3'), undefined);
  });

  it('starts only with addresses that it can redirect to', async () => {
    for (const uri of ['http://code.example.com/callback', 'code.example.com', 'https://a.example.com/#b'])
      await assert.rejects(
        pages.start({ FUN_REDIRECT_URIS: uri }),
        /^FUN_REDIRECT_URIS must be addresses .*\.$/m,
      );
  });

  it('sends keys only to web addresses', () => {
    assert.equal(originOfApi('https://files.example.com/a'), 'https://files.example.com');
    for (const each of ['blob:https://files.example.com/1', 'files.example.com', 7])
      assert.equal(originOfApi(each), undefined);
  });

  it('allows only parameters that VS Code adds', () => {
    for (const each of [redirect, `${redirect}?windowId=12`, `${redirect}?vscode-reqid=1&vscode-scheme=x`])
      assert.ok(isAllowedRedirect(each, vscodeRedirects), each);
    const ours = `vscode-authority=${extensionId}`;
    for (const each of [
      '',
      'x',
      `${redirect}?a=1`,
      `${redirect}?windowId=1&a`,
      `${redirect}?windowId=1&windowId=x`,
      `${redirect}?${ours}&vscode-authority=evil.extension`,
      `${redirect}?vscode-authority=evil.extension&${ours}`,
      `${redirect}//`,
    ])
      assert.ok(!isAllowedRedirect(each, vscodeRedirects), each);
  });
});
