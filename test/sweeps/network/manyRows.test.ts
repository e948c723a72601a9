import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addKey } from '../../../src/network/accounts/keys.ts';
import { Database } from '../../../src/network/database/database.ts';
import { AccountUploads } from '../../../src/network/jobs/accountUploads.ts';
import { eventually } from '../../support/eventually.ts';
import { password, personWith } from '../../support/network/accounts.ts';
import { jobParts } from '../../support/network/jobParts.ts';
import { networkCommand } from '../../support/network/networkCommand.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';
import { Visitor } from '../../support/network/visitor.ts';
import { root } from '../../support/paths.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const ann = 'ann@example.com';
const picture = readFileSync(path.join(root, 'media/icon.png'));

/** The number of rows that one statement may insert in the time that a node allows. */
const batch = 500_000;
/**
 * Rows of a table, most of them of one account and person, and their number. There are so many that PostgreSQL only reads a
 * whole table if it has no index for a statement. The first hundred rows are of others.
 */
const filled: Readonly<Record<string, readonly [string, number]>> = {
  accounts: [`(name, plan) select 'team ' || n, 'free'`, 20_000],
  people: [`(email, account) select 'p' || n || '@example.com', of.id`, 50_000],
  keys: [
    `(account, person, name, digest, revoked_at) select of.id, case when n <= 100 then p.id end, 'key ' || n, sha256(n::text::bytea), now()`,
    50_000,
  ],
  sessions: [
    `(digest, person, data) select sha256(n::text::bytea), case when n <= 100 then p.id end, '{}'`,
    50_000,
  ],
  links: [
    `(digest, purpose, email, account, ends_at) select sha256(n::text::bytea), 'reset', 'l' || n, of.id, now()`,
    50_000,
  ],
  provider: [
    `(model, id, payload, ends_at) select 'Grant', n::text, jsonb_build_object('accountId', n), now()`,
    50_000,
  ],
  jobs: [
    `(id, account, tool, status, input_bytes, credits, created_at, ended_at, retained)
     select lpad(n::text, 32, '0')::uuid, of.id, 'convert', case when n % 10 = 0 then 'Failed' else 'Succeeded' end, 1, 1,
       now() - n * interval '1 minute', now() - n * interval '1 minute', false`,
    500_000,
  ],
  ledger: [
    `(account, credit_window, kind, credits, job, at)
     select of.id, 'earlier', 'charge', -1, lpad(n::text, 32, '0')::uuid, now() - n * interval '1 second'`,
    5_000_000,
  ],
  usage: [`(account, day, tool, credits) select gen_random_uuid(), current_date, 'convert', 1`, 50_000],
  uploads: ['(account, bytes, used_at) select of.id, 1, now()', 50_000],
  submissions: [`(account, key, fingerprint, job) select of.id, n::text, '', gen_random_uuid()`, 50_000],
  audit: [`(actor, action, subject) select 'x', 'x', 'x'`, 50_000],
};
const [bob, carl] = ['bob@example.com', 'carl@example.com'];

async function fill(database: Database): Promise<void> {
  for (const [table, [rows, count]] of Object.entries(filled))
    for (let first = 1; first <= count; first += batch)
      await database.transaction(async (connection) => {
        // Triggers and foreign keys would take most of the time, and random ids most of the rest.
        await connection.query('set local session_replication_role = replica');
        await connection.query(
          `insert into network.${table} ${rows} from generate_series($1::int, $2) n, network.people p
           join network.accounts of on of.id = p.account where p.email = $3`,
          [first, Math.min(count, first + batch - 1), ann],
        );
      });
  await database.query('analyze');
}

const signedIn = async (url = ''): Promise<Visitor> => {
  const visitor = new Visitor(url);
  assert.equal((await visitor.send('/account/login', { email: ann, password })).status, 303);
  return visitor;
};

describe('A network with many rows', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();
  const nodes: NetworkNode[] = [];
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map(async (node) => node.stop()));
  });

  const env = () => ({ FUN_DATABASE_URL: current.url, FUN_STORE: path.join(folder.path, 'store') });
  const start = async (role: 'api' | 'accounts' | 'all') => {
    const node = await NetworkNode.start(role, env());
    nodes.push(node);
    return node;
  };
  it('reads every table through an index, for each page and request', async () => {
    const { database } = current;
    const { of } = await personWith(database, ann, { isAdmin: true });
    for (const email of [bob, carl]) await personWith(database, email);
    const key = await addKey(database, of, { name: 'laptop', allowed: [] });
    await fill(database);
    const whole = async () => {
      const { rows } = await database.query<{ name: string; scans: string }>(
        'select relname as name, seq_scan as scans from pg_stat_user_tables where relname = any ($1) order by 1',
        [Object.keys(filled)],
      );
      return Object.fromEntries(rows.map(({ name, scans }) => [name, Number(scans)]));
    };
    const before = await whole();

    const [api, accounts] = [await start('api'), await start('accounts')];
    const headers = { 'X-Service-Api-Key': key };
    const call = async (route: string, init: RequestInit = {}) =>
      (await fetch(`${api.baseUrl}${route}`, { ...init, headers })).json();
    const body = new FormData();
    body.set('targetFormat', 'jpg');
    body.set('file', new File([picture], 'a.png'));
    const { id } = await call('/convert', { method: 'POST', body });
    await call(`/convert/job/${id}?wait=1`);
    await call('/convert/entitlements/me');
    await fetch(new URL('/metrics', api.operationsUrl));
    const visitor = await signedIn(accounts.output[0]);
    for (const page of ['', '/keys', '/security', '/admin'])
      assert.equal((await visitor.get(`/account${page}`)).status, 200);
    const grant = { account: of.name, credits: '1', reason: 'x' };
    assert.equal((await visitor.send('/account/admin', grant, '/account/admin/grant')).status, 200);
    await visitor.send('/account/keys', { name: 'new', allowed: '' });
    await visitor.send('/account/keys', { name: 'new' }, '/account/keys/revoke');
    const invitation = { email: 'new@example.com', account: of.name };
    for (const [action, fields] of Object.entries({
      invite: invitation,
      disable: { email: bob },
      enable: { email: bob },
    }))
      assert.equal((await visitor.send('/account/admin', fields, `/account/admin/${action}`)).status, 200);
    for (const command of [
      ['people', 'promote', bob],
      ['people', 'demote', bob],
      ['people', 'remove', bob],
      ['people', 'uninvite', 'new@example.com'],
      ['audit', 'list'],
      ['jobs', 'list', of.name, '--status', 'Failed'],
      ['credits', 'show', of.name],
      ['keys', 'add', of.name, '--name', 'other'],
    ])
      assert.equal((await networkCommand(command, env())).stderr, '', command.join(' '));
    await new Visitor(accounts.output[0] ?? '').send('/account/forgot', { email: carl });
    const bearer = { Authorization: 'Bearer unknown', 'X-Service-Api-Key': key };
    for (const [method, path, status] of [
      ['POST', '/account/key', 401],
      ['POST', '/account/key/validation', 200],
      ['DELETE', '/account/key', 204],
    ] as const)
      assert.equal(
        (await fetch(new URL(path, accounts.output[0]), { method, headers: bearer })).status,
        status,
      );
    const next = 'another long and calm sentence';
    const fields = { current: password, password: next, again: next };
    assert.equal((await visitor.send('/account/security', fields, '/account/password')).status, 303);
    assert.equal((await visitor.send('/account', {}, '/account/logout')).status, 303);
    // Connections report their statistics when they are closed.
    await Promise.all(nodes.splice(0).map(async (node) => node.stop()));
    const own = new Database({ url: current.url, maxTransactions: 1, onDidFail: () => {} });
    const { parts } = await jobParts(database, folder.path);
    const uploads = { sign: async () => ({ url: '', headers: {} }), sizeOf: async () => undefined };
    await new AccountUploads({ ...parts, database: own, uploadSpaceBytes: 10, uploads }, of.id).create(1);
    await own.close();
    assert.deepEqual(await whole(), before);
  });

  it('answers requests while pages wait for the database', async () => {
    const { database } = current;
    const { of } = await personWith(database, ann);
    const key = await addKey(database, of, { name: 'laptop', allowed: [] });
    const node = await start('all');
    const { authUrl } = await (await fetch(`${node.baseUrl}/.well-known/file-utility`)).json();
    const visitor = await signedIn(authUrl);
    const waiting = async () =>
      (await database.query('select from pg_locks where not granted')).rowCount ?? 0;
    const pages: Promise<unknown>[] = [];
    await database.transaction(async (blocker) => {
      await blocker.query('lock table network.jobs in access exclusive mode');
      for (let count = 0; count < 20; count += 1) pages.push(visitor.get('/account'));
      const blocked = await eventually(waiting, (count) => count > 5);
      const headers = { 'X-Service-Api-Key': key };
      const { status } = await fetch(`${node.baseUrl}/convert/entitlements/me`, { headers });
      assert.deepEqual([status, await waiting()], [200, blocked]);
    });
    await Promise.all(pages);
  });
});
