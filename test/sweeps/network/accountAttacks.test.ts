import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { emailDigest } from '../../../src/network/identity/people.ts';
import { useAccountPages } from '../../support/network/accountPages.ts';
import { password } from '../../support/network/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import type { ShownPage } from '../../support/network/visitor.ts';
import { DrippingConnections } from '../../support/service/drippingConnections.ts';

const ann = 'ann@example.com';
const nul = 'a\0b';

function nameAndValue(cookie: string): [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  return [name, value];
}

describe('The account pages under attack', () => {
  const pages = useAccountPages();

  const post = async (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, pages.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  /** Tries to sign in as nobody, with the token of the form. */
  const attempt = async (address: string) => {
    const visitor = pages.visitor({ 'X-Forwarded-For': address });
    return (await visitor.send('/account/login', { email: `${randomUUID()}@example.com`, password })).status;
  };
  const problems = () => pages.log.filter((line) => JSON.parse(line).level >= 50);

  it('refuse texts that the database can’t store, without an internal error', async () => {
    await pages.person(ann, { isAdmin: true });
    await pages.start();
    const visitor = await pages.signedIn(ann);
    for (const [page, action, fields] of [
      ['/account/keys', '/account/keys', { name: nul }],
      ['/account/keys', '/account/keys', { name: '' }],
      ['/account/keys', '/account/keys', { name: 'a\u202eb' }],
      ['/account/keys', '/account/keys', { name: 'n'.repeat(300) }],
      ['/account/keys', '/account/keys', { name: 'n'.repeat(2000) }],
      ['/account/keys', '/account/keys/revoke', { name: nul }],
      ['/account/security', '/account/sessions/end', { id: nul }],
      ['/account/admin', '/account/admin/account', { name: '', plan: 'pro' }],
      ['/account/admin', '/account/admin/account', { name: 'a\nb', plan: 'pro' }],
      ['/account/admin', '/account/admin/plan', { account: nul, plan: 'pro' }],
      ['/account/admin', '/account/admin/invite', { email: 'a\u202eb@example.com', account: `of ${ann}` }],
    ] as const) {
      const { status } = await visitor.send(page, fields, action);
      assert.equal(status, 400, `${action} ${JSON.stringify(fields).slice(0, 60)}`);
    }
    for (const email of [nul, 'a'.repeat(1001)])
      assert.equal((await pages.visitor().send('/account/login', { email, password })).status, 400);
    assert.equal((await post('/account/key/validation', 'address=1.2.3.4&address=5.6.7.8')).status, 400);
    const parameters = new URLSearchParams({
      client_id: 'vscode-extension',
      response_type: 'code',
      redirect_uri: 'vscode://file-utility-network.file-utility-network/signed-in',
      scope: 'openid key',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      state: nul,
    });
    const { status, headers } = await visitor.get(`/oidc/authorize?${parameters.toString()}`);
    assert.equal(status, 303);
    const back = new URL(headers.get('Location') ?? '');
    assert.equal(back.searchParams.get('error'), 'invalid_request');
    assert.deepEqual(problems(), []);
  });

  it('count all addresses of an IPv6 network, and all ports of an address, as one', async () => {
    await pages.start({ FUN_TRUSTED_PROXIES: '127.0.0.1' });
    for (const addressOf of [
      (count: number) => `2001:db8::${count}:${count}`,
      (count: number) => `192.0.2.1:${count}`,
    ]) {
      for (let count = 1; count <= 10; count += 1) assert.equal(await attempt(addressOf(count)), 401);
      assert.equal(await attempt(addressOf(11)), 429);
    }
    assert.equal(await attempt('2001:db8:0:1::1'), 401);
    assert.equal(await attempt('192.0.2.2'), 401);
  });

  it('accept no form without its token', async () => {
    await pages.person(ann, { isAdmin: true });
    await pages.start();
    const visitor = await pages.signedIn(ann);
    const ofAccount = ['keys', 'keys/revoke', 'sessions/end', 'password', 'authorize/a', 'logout'];
    const ofAdmin = ['invite', 'disable', 'enable', 'account', 'plan', 'grant'].map(
      (name) => `admin/${name}`,
    );
    for (const action of ['login', 'forgot', 'reset/a', 'invitation/a', ...ofAccount, ...ofAdmin])
      assert.equal((await visitor.post(`/account/${action}`, {})).status, 403, action);
    assert.equal((await visitor.get('/account/keys')).status, 200);
  });

  it('lead nowhere else after a person has signed in', async () => {
    await pages.person(ann);
    await pages.start();
    const foreign = 'http://evil.example.com';
    for (const path of [
      `/account/login?next=${foreign}`,
      '//evil.example.com/account',
      `${foreign}/account`,
    ]) {
      const visitor = pages.visitor();
      const request = http.get(pages.url, { path });
      const [answer]: http.IncomingMessage[] = await once(request, 'response');
      assert.ok(answer);
      answer.resume();
      for (const each of answer.headers['set-cookie'] ?? []) visitor.cookies.set(...nameAndValue(each));
      const { headers } = await visitor.send('/account/login', { email: ann, password, next: foreign });
      assert.equal(headers.get('Location'), '/account', path);
    }
  });

  it('show markup in the names of people, browsers, and accounts as text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const { of } = await pages.person(ann, { isAdmin: true });
    await pages.database.query('update network.accounts set name = $2 where id = $1', [of.id, markup]);
    await pages.start();
    const refused = await pages.visitor().send('/account/login', { email: `"${markup}`, password });
    const visitor = await pages.signedIn(ann);
    await pages.database.query(
      "update network.sessions set data = jsonb_set(data, '{browser}', to_jsonb($1::text))",
      [markup],
    );
    const shown = await Promise.all(['security', 'admin'].map((page) => visitor.get(`/account/${page}`)));
    for (const { text } of [refused, ...shown]) {
      assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt;'), text);
      assert.ok(!text.includes('<img'));
    }
  });

  it('don’t bring back a session that ended during one of its requests', async () => {
    await pages.person(ann);
    await pages.start();
    const visitor = await pages.signedIn(ann);
    const { database } = pages;
    let request: Promise<unknown> | undefined;
    await database.transaction(async (blocker) => {
      await blocker.query('lock table network.accounts in access exclusive mode');
      // Reads the session, waits for the account, and then saves the session with the token for its forms.
      request = visitor.get('/account/security');
      await eventually(
        async () => (await database.query('select from pg_locks where not granted')).rowCount,
        (waiting) => waiting === 1,
      );
      await database.query('delete from network.sessions');
    });
    await request;
    assert.equal((await visitor.get('/account/security')).status, 303);
  });

  it('store nothing for visitors, and show an address at most 300 pages per minute', async () => {
    await pages.start();
    const long = `/account/keys?${'x'.repeat(10_000)}`;
    for (let count = 0; count < 300; count += 1) assert.equal((await pages.visitor().get(long)).status, 303);
    assert.equal((await pages.visitor().get('/account/login')).status, 429);
    assert.equal((await pages.database.query('select from network.sessions')).rowCount, 0);
  });

  it('count nothing that other sites make a browser send, and let people follow their links', async () => {
    await pages.person(ann);
    await pages.start();
    const fromElsewhere = async (path: string, method: string, mode: string, destination: string) => {
      const headers = {
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': mode,
        'Sec-Fetch-Dest': destination,
      };
      const request = http.request(new URL(path, pages.url), { method, headers }).end();
      const [response]: http.IncomingMessage[] = await once(request, 'response');
      response?.resume();
      return response?.statusCode;
    };
    for (let count = 0; count < 301; count += 1)
      assert.equal(await fromElsewhere('/account/login', 'GET', 'no-cors', 'image'), 403);
    for (let count = 0; count < 61; count += 1)
      assert.equal(await fromElsewhere('/oidc/authorize', 'GET', 'navigate', 'iframe'), 403);
    for (let count = 0; count < 11; count += 1) {
      assert.equal(await fromElsewhere('/account/login', 'POST', 'navigate', 'document'), 403);
      assert.equal((await post('/account/login', 'email=a')).status, 403, 'a form without its token');
    }
    assert.equal(await fromElsewhere('/oidc/authorize', 'GET', 'navigate', 'document'), 400);
    assert.equal(await fromElsewhere('/account/login', 'GET', 'navigate', 'document'), 200);
    assert.equal((await (await pages.signedIn(ann)).get('/account')).status, 200);
  });

  it('show a person at most 120 pages per minute, wherever the requests come from', async () => {
    for (const email of [ann, 'bob@example.com']) await pages.person(email);
    await pages.start({ FUN_TRUSTED_PROXIES: '127.0.0.1' });
    const [visitor, other] = [await pages.signedIn(ann), await pages.signedIn('bob@example.com')];
    for (let count = 0; count < 120; count += 1)
      assert.equal((await visitor.get('/account', { 'X-Forwarded-For': `192.0.2.${count}` })).status, 200);
    assert.equal((await visitor.get('/account')).status, 429);
    assert.equal((await other.get('/account')).status, 200);
  });

  it('slow down guesses at a password from many networks, but not in a browser that the person has used', async () => {
    await pages.person(ann);
    await pages.start({ FUN_TRUSTED_PROXIES: '127.0.0.1' });
    const known = await pages.signedIn(ann);
    await known.send('/account/forgot', {}, '/account/logout');
    for (const email of ['nobody@example.com', ann]) {
      const statuses = [];
      for (let count = 1; count <= 22; count += 1) {
        const visitor = pages.visitor({ 'X-Forwarded-For': `192.0.2.${count}` });
        statuses.push((await visitor.send('/account/login', { email, password: 'wrong' })).status);
      }
      assert.deepEqual([...new Set(statuses)], [401, 429], email);
      assert.equal(statuses[18], 401);
    }
    const forger = pages.visitor();
    forger.cookies.set('known', `${emailDigest(ann)}.forged`);
    assert.equal((await forger.send('/account/login', { email: ann, password: 'wrong' })).status, 429);
    assert.equal((await known.send('/account/login', { email: ann, password: 'wrong' })).status, 401);
    assert.equal((await known.send('/account/login', { email: ann, password })).status, 303);
  });

  it('slow down guesses at the current password in a stolen session, but not other sign-ins', async () => {
    await pages.person(ann);
    await pages.start({ FUN_TRUSTED_PROXIES: '127.0.0.1' });
    const { cookies } = await pages.signedIn(ann);
    const statuses = [];
    for (let count = 1; count <= 21; count += 1) {
      const thief = pages.visitor({ 'X-Forwarded-For': `192.0.2.${count}` });
      for (const [name, value] of cookies) thief.cookies.set(name, value);
      const fields = { current: 'wrong', password: 'b'.repeat(20), again: 'b'.repeat(20) };
      statuses.push((await thief.send('/account/security', fields, '/account/password')).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 400), 429]);
    await pages.signedIn(ann);
  });

  it('let a person make 30 keys a day', async () => {
    await pages.person(ann);
    await pages.start();
    const visitor = await pages.signedIn(ann);
    const statuses = [];
    for (let count = 1; count <= 31; count += 1)
      statuses.push((await visitor.send('/account/keys', { name: `key ${count}` })).status);
    assert.deepEqual(statuses, [...Array.from({ length: 30 }, () => 200), 429]);
  });

  it('answer only requests that name this computer', async () => {
    await pages.start();
    for (const path of ['/account/login', '/.well-known/openid-configuration']) {
      const request = http.get(new URL(path, pages.url), { headers: { Host: 'evil.example.com' } });
      const [response]: http.IncomingMessage[] = await once(request, 'response');
      response?.resume();
      assert.equal(response?.statusCode, 403, path);
    }
  });

  it('send a person at most five links per hour, wherever they are requested', async () => {
    await pages.person(ann);
    await pages.start({ FUN_TRUSTED_PROXIES: '127.0.0.1' });
    for (let count = 1; count <= 8; count += 1) {
      const visitor = pages.visitor({ 'X-Forwarded-For': `192.0.2.${count}` });
      assert.equal((await visitor.send('/account/forgot', { email: ann })).status, 200);
    }
    const { database } = pages;
    await pages.stop();
    assert.equal((await database.query('select from network.links')).rowCount, 5);
    assert.deepEqual(problems(), []);
  });

  it('finish the request of a person while the same address opens many connections', async () => {
    await pages.person(ann);
    await pages.start();
    const visitor = await pages.signedIn(ann);
    const { database } = pages;
    let page: Promise<ShownPage> | undefined;
    let dripping: DrippingConnections | undefined;
    try {
      await database.transaction(async (blocker) => {
        await blocker.query('lock table network.accounts in access exclusive mode');
        page = visitor.get('/account');
        await eventually(
          async () => (await database.query('select from pg_locks where not granted')).rowCount,
          (waiting) => waiting === 1,
        );
        dripping = await DrippingConnections.open(pages.url, 700, 'GET /account/login HTTP/1.1\r\nX: ');
        await eventually(
          () => dripping?.open ?? 0,
          (open) => open <= 500,
        );
      });
      assert.equal((await page)?.status, 200);
    } finally {
      dripping?.close();
    }
  });

  it('stay available to others while an address opens many connections', async () => {
    await pages.start();
    const dripping = await DrippingConnections.open(pages.url, 700, 'GET /account/login HTTP/1.1\r\nX: ');
    try {
      await eventually(
        () => dripping.open,
        (open) => open === 500,
      );
      assert.equal((await pages.visitor().get('/account/login')).status, 200);
    } finally {
      dripping.close();
    }
  });
});
