import assert from 'node:assert/strict';
import { accountOfKey } from '../../../../src/network/accounts/keys.ts';
import { findLink, invite as addInvitation, setPassword } from '../../../../src/network/identity/people.ts';
import { networkCommand } from '../../../support/network/networkCommand.ts';
import { password } from '../../../support/network/accounts.ts';
import { useAccountPages } from '../../../support/network/accountPages.ts';
import { Visitor } from '../../../support/network/visitor.ts';
import { eventually } from '../../../support/eventually.ts';

const ann = 'ann@example.com';
const right = { email: ann, password };

const cookieOf = ({ cookies }: Visitor) => cookies.get('session') ?? '';

describe('Signing in', () => {
  const pages = useAccountPages();

  it('requires the right password, and starts a session with a new identifier', async () => {
    await pages.person(ann);
    await pages.start();
    const visitor = pages.visitor();
    assert.equal((await visitor.send('/account/login', { email: ann, password: 'wrong' })).status, 401);
    const before = cookieOf(visitor);
    const answer = await visitor.send('/account/login', { email: ' Ann@Example.com', password });
    assert.deepEqual([answer.status, answer.headers.get('Location')], [303, '/account']);
    assert.match(answer.headers.get('Set-Cookie') ?? '', /; HttpOnly; SameSite=Lax$/);
    assert.notEqual(cookieOf(visitor), before);
    assert.equal((await visitor.get('/account/login')).status, 303);
    const thief = pages.visitor();
    thief.cookies.set('session', before);
    assert.equal((await thief.get('/account/login')).status, 200);
  });

  it('stores no password or session identifier in the database', async () => {
    await pages.person(ann);
    await pages.start();
    const visitor = await pages.signedIn(ann);
    const [id = ''] = decodeURIComponent(cookieOf(visitor)).split('.');
    const { rows } = await pages.database.query<{ row: string }>(
      'select row_to_json(s)::text as row from network.sessions s union all select row_to_json(p)::text from network.people p',
    );
    assert.equal(rows.length, 2);
    for (const { row } of rows) assert.ok(!row.includes(password) && !row.includes(id));
    assert.match(rows.map(({ row }) => row).join(''), /\$argon2id\$/);
  });

  it('answers unknown addresses, wrong passwords, and disabled people in the same way', async () => {
    await pages.person(ann);
    await pages.person('off@example.com');
    await pages.start();
    await networkCommand(['people', 'disable', 'off@example.com'], pages.environment());
    const answers = await Promise.all(
      [
        { email: ann, password: 'wrong' },
        { email: 'bob@example.com', password },
        { email: 'off@example.com', password },
      ].map(async (fields) => {
        const { status, text } = await pages.visitor().send('/account/login', fields);
        return [status, text.replace(fields.email, '').replace(/value="[^"]*"/, '')];
      }),
    );
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
  });

  it('is refused without the form’s token, and with another session’s token', async () => {
    await pages.person(ann);
    await pages.start();
    const visitor = pages.visitor();
    assert.equal((await visitor.post('/account/login', right)).status, 403);
    const { text } = await pages.visitor().get('/account/login');
    const token = /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    await visitor.get('/account/login');
    assert.equal((await visitor.post('/account/login', { ...right, _csrf: token })).status, 403);
  });

  it('sends only encrypted cookies behind a proxy with TLS, and trusts no host name in a request', async () => {
    await pages.start({ FUN_AUTH_URL: 'https://accounts.example.com', FUN_TRUSTED_PROXIES: '127.0.0.1' });
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example.com' };
    const entry = pages.log.find((line) => line.includes('Account pages started')) ?? '';
    const visitor = new Visitor(JSON.parse(entry).address);
    const { headers: answer } = await visitor.get('/account/login', headers);
    assert.match(
      answer.get('Set-Cookie') ?? '',
      /^__Host-csrf=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    const { text } = await visitor.get('/.well-known/openid-configuration', headers);
    const { issuer, ...endpoints } = JSON.parse(text);
    assert.equal(issuer, 'https://accounts.example.com');
    const addresses = Object.values(endpoints).filter((value) => String(value).startsWith('http'));
    assert.ok(addresses.length > 2);
    for (const address of addresses)
      assert.ok(String(address).startsWith(`${issuer}/oidc/`), String(address));
    assert.ok(!(await visitor.get('/account/login')).headers.get('Set-Cookie'));
  });

  it('ends with a new password, even if the old one was verified just before', async () => {
    const person = await pages.person(ann);
    await pages.start();
    const { database } = pages;
    const visitor = pages.visitor();
    let signingIn: Promise<unknown> | undefined;
    await database.transaction(async (blocker) => {
      // Holds the sign-in after the password was verified.
      await blocker.query('lock table network.sessions in access exclusive mode');
      signingIn = visitor.send('/account/login', right);
      await eventually(
        async () => (await database.query('select from pg_locks where not granted')).rowCount,
        (waiting) => waiting === 1,
      );
      await setPassword(blocker, person, 'another long sentence');
    });
    await signingIn;
    assert.equal((await visitor.get('/account')).status, 303);
  });

  it('lasts until the person signs out, or is disabled', async () => {
    await pages.person(ann);
    await pages.start();
    const [first, second] = [await pages.signedIn(ann), await pages.signedIn(ann)];
    const copy = pages.visitor();
    copy.cookies.set('session', cookieOf(first));
    assert.equal((await first.send('/account/forgot', {}, '/account/logout')).status, 303);
    assert.equal((await copy.get('/account/login')).status, 200);
    await networkCommand(['people', 'disable', ann], pages.environment());
    assert.equal((await second.get('/account/login')).status, 200);
  });
});

describe('A person', () => {
  const pages = useAccountPages();
  const people = (...args: string[]) => networkCommand(['people', ...args], pages.environment());
  const boss = 'boss@example.com';

  it('becomes an administrator by command, and stops being one', async () => {
    await pages.person(ann);
    await pages.start();
    const visitor = await pages.signedIn(ann);
    const status = async () => (await visitor.get('/account/admin')).status;
    assert.equal(await status(), 404);
    assert.equal((await people('promote', ann)).stdout, `${ann} is an administrator.\n`);
    assert.equal(await status(), 200);
    await pages.person(boss, { isAdmin: true });
    assert.equal(
      (await people('demote', 'Ann@Example.com')).stdout,
      `${ann} isn’t an administrator anymore.\n`,
    );
    assert.equal(await status(), 404);
    await pages.database.query('update network.people set group_admin = true where email = $1', [ann]);
    assert.match((await people('demote', ann)).stdout, / is still an administrator, as a member of a group /);
    for (const action of ['promote', 'demote', 'remove']) {
      const { exitCode, stderr } = await people(action, 'nobody@example.com');
      const sentence = 'There is no person with the email address "nobody@example.com".\n';
      assert.deepEqual([exitCode, stderr], [2, sentence]);
    }
  });

  it('stays while nobody else who can sign in is an administrator', async () => {
    const { of } = await pages.person(boss, { isAdmin: true });
    await pages.person(ann, { isAdmin: true });
    await networkCommand(['accounts', 'disable', `of ${ann}`], pages.environment());
    const sentence = `${boss} is the only administrator who can sign in. Invite or promote another one first.\n`;
    for (const action of ['disable', 'demote', 'remove']) {
      const { exitCode, stderr } = await people(action, boss);
      assert.deepEqual([exitCode, stderr], [2, sentence]);
    }
    await networkCommand(['accounts', 'enable', `of ${ann}`], pages.environment());
    const both = await Promise.all([people('remove', boss), people('demote', ann)]);
    assert.equal(both.filter(({ exitCode }) => exitCode === 0).length, 1);
    assert.equal(both.filter(({ exitCode }) => exitCode === 2).length, 1);
    assert.match(
      (await networkCommand(['accounts', 'list'], pages.environment())).stdout,
      new RegExp(of.name),
    );
  });

  it('is removed with their sessions, links, tokens, and keys, but not with their account', async () => {
    await pages.person(boss, { isAdmin: true });
    const { of, id } = await pages.person(ann, { isAdmin: true, plan: 'free' });
    await pages.start();
    const visitor = await pages.signedIn(ann);
    const { text } = await visitor.send('/account/keys', { name: 'laptop', allowed: '' });
    const key = /fun_[\w-]{43}/.exec(text)?.[0] ?? '';
    assert.ok(await accountOfKey(pages.database, key, '127.0.0.1'));
    const invited = { email: 'new@example.com', account: of.name };
    const { text: shown } = await visitor.send('/account/admin', invited, '/account/admin/invite');
    const [link = ''] = /\/account\/invitation\/[\w-]+/.exec(shown) ?? [];
    await pages.visitor().send('/account/forgot', { email: ann });
    await pages.database.query(
      `insert into network.provider (model, id, payload) values ('AccessToken', 'x', jsonb_build_object('accountId', $1::text))`,
      [id],
    );
    const grant = ['credits', 'grant', of.name, '7'];
    await networkCommand(grant, pages.environment());
    assert.equal((await people('remove', ann)).stdout, `${ann} was removed.\n`);
    assert.equal((await visitor.get('/account')).status, 303);
    assert.equal((await pages.visitor().get(link)).status, 404);
    assert.equal((await pages.visitor().send('/account/login', right)).status, 401);
    assert.equal(await accountOfKey(pages.database, key, '127.0.0.1'), undefined);
    for (const table of ['sessions', 'links', 'provider'])
      assert.equal((await pages.database.query(`select from network.${table}`)).rowCount, 0, table);
    const credits = await networkCommand(['credits', 'show', of.name], pages.environment());
    assert.match(credits.stdout, /^57 of 50 credits left/);
    const keys = await networkCommand(['keys', 'list', of.name], pages.environment());
    assert.match(keys.stdout, /^laptop .* revoked /);
    const audit = await networkCommand(['audit', 'list', '--limit', '1'], pages.environment());
    assert.match(audit.stdout, new RegExp(`  command line  (?:people delete|keys update)  ${of.name} `));
    const again = await people('invite', ann, '--account', of.name);
    assert.match(again.stdout, /\/account\/invitation\//);
  });
});

describe('A forgotten password', () => {
  const pages = useAccountPages();
  const linksInLog = () => pages.log.flatMap((line) => /\/account\/reset\/[\w-]+/.exec(line) ?? []);

  it('can be replaced with a link that works once and ends all sessions', async () => {
    await pages.person(ann);
    await pages.start();
    const session = await pages.signedIn(ann);
    const known = await pages.visitor().send('/account/forgot', { email: ann });
    const unknown = await pages.visitor().send('/account/forgot', { email: 'bob@example.com' });
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
    const [link = ''] = await eventually(linksInLog, ({ length }) => length === 1);
    const change = { password: 'another long sentence', again: 'another long sentence' };
    assert.equal((await pages.visitor().send(link, { ...change, again: 'different' })).status, 400);
    assert.equal((await pages.visitor().send(link, change)).status, 303);
    assert.equal((await pages.visitor().get(link)).status, 404);
    assert.equal((await session.get('/account/login')).status, 200);
    assert.equal((await pages.visitor().send('/account/login', right)).status, 401);
    assert.equal((await pages.visitor().send('/account/login', { ...right, ...change })).status, 303);
  });
});

describe('An invitation', () => {
  const pages = useAccountPages();
  const choice = { password, again: password };

  const invite = async (...options: string[]): Promise<string> => {
    const args = ['people', 'invite', ann, '--account', 'team', ...options, '--json'];
    const { link } = JSON.parse((await networkCommand(args, pages.environment())).stdout);
    return new URL(link).pathname;
  };

  it('creates one person, and signs them in', async () => {
    await networkCommand(['accounts', 'add', 'team'], pages.environment());
    const link = await invite('--admin');
    await pages.start();
    const visitor = pages.visitor();
    assert.equal((await visitor.send(link, { password: 'short', again: 'short' })).status, 400);
    assert.equal((await visitor.send(link, choice)).status, 303);
    assert.equal((await pages.visitor().get(link)).status, 404);
    assert.equal((await visitor.get('/account/login')).status, 303);
    const { stdout } = await networkCommand(['people', 'list'], pages.environment());
    assert.match(stdout, /^ann@example\.com  team  administrator\n$/);
  });

  it('replaces an earlier one, and ends by command, or when its inviter isn’t an administrator any more', async () => {
    await networkCommand(['accounts', 'add', 'team'], pages.environment());
    const [first, second] = [await invite(), await invite()];
    for (const email of ['boss@example.com', 'chief@example.com'])
      await pages.person(email, { isAdmin: true });
    await pages.start();
    const status = async (link: string) => (await pages.visitor().get(link)).status;
    assert.deepEqual([await status(first), await status(second)], [404, 200]);
    await networkCommand(['people', 'uninvite', ann], pages.environment());
    assert.equal(await status(second), 404);
    const boss = await pages.signedIn('boss@example.com');
    const fields = { email: ann, account: 'team' };
    const { text } = await boss.send('/account/admin', fields, '/account/admin/invite');
    const [link = ''] = /\/account\/invitation\/[\w-]+/.exec(text) ?? [];
    assert.equal(await status(link), 200);
    await networkCommand(['people', 'disable', 'boss@example.com'], pages.environment());
    assert.equal(await status(link), 404);
  });

  it('is the only one of a person, even if several are made at once', async () => {
    const { account } = await pages.person('boss@example.com', { isAdmin: true });
    const { database } = pages;
    const link = { email: ann, account, isAdmin: false };
    const made = Array.from({ length: 8 }, async () => database.transaction((by) => addInvitation(by, link)));
    const tokens = await Promise.all(made);
    const found = await Promise.all(tokens.map((token) => findLink(database, 'invitation', token)));
    assert.equal(found.filter((each) => each !== undefined).length, 1);
  });

  it('is refused for a person who has signed up', async () => {
    await pages.person(ann);
    const args = ['people', 'invite', ann, '--account', `of ${ann}`];
    const { exitCode, stderr } = await networkCommand(args, pages.environment());
    assert.deepEqual([exitCode, stderr], [2, `${ann} has already signed up.\n`]);
  });

  it('expires after 24 hours', async () => {
    await networkCommand(['accounts', 'add', 'team'], pages.environment());
    const link = await invite();
    await pages.start();
    await pages.database.query(`update network.links set ends_at = ends_at - interval '24 hours'`);
    assert.equal((await pages.visitor().get(link)).status, 404);
  });

  it('appears in the audit log, which nobody can change', async () => {
    await networkCommand(['accounts', 'add', 'team'], pages.environment());
    const link = await invite();
    await pages.start();
    await pages.visitor().send(link, choice);
    const { stdout } = await networkCommand(['audit', 'list', '--json'], pages.environment());
    const entries = JSON.parse(stdout).map(({ actor, action, subject }: Record<string, string>) => [
      actor,
      action,
      subject,
    ]);
    assert.deepEqual(entries, [
      [ann, 'people insert', `team ${ann}`],
      ['command line', 'links insert', `team ${ann}`],
      ['command line', 'accounts insert', 'team'],
    ]);
    assert.ok(!stdout.includes('argon2'));
    for (const sql of ['update network.audit set actor = $1', 'delete from network.audit where actor <> $1'])
      await assert.rejects(pages.database.query(sql, ['x']), /append-only/);
  });
});
