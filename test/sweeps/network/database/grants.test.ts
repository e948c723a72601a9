import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addKey } from '../../../../src/network/accounts/keys.ts';
import { Database } from '../../../../src/network/database/database.ts';
import { migrate } from '../../../../src/network/database/migrate.ts';
import { migrations } from '../../../../src/network/database/migrations/index.ts';
import { password, personWith } from '../../../support/network/accounts.ts';
import { eventually } from '../../../support/eventually.ts';
import { statuses } from '../../../support/network/jobParts.ts';
import { networkCommand } from '../../../support/network/networkCommand.ts';
import { NetworkNode } from '../../../support/network/networkNode.ts';
import { Tenant } from '../../../support/network/tenant.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';
import { Visitor } from '../../../support/network/visitor.ts';
import { root } from '../../../support/paths.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
const ann = 'ann@example.com';
const roles = ['api', 'worker', 'accounts'] as const;

/** Rows that the sweeper deletes. */
const expired = `
insert into network.sessions (digest, data, used_at) values (sha256('a'), '{}', now() - interval '1 day');
insert into network.links (digest, purpose, email, account, ends_at) select sha256('b'), 'reset', 'x', id, now() from network.accounts;
insert into network.provider (model, id, payload, ends_at) values ('Grant', 'x', '{}', now());
insert into network.request_windows (address, ends_at, requests) values ('x', now(), 1);
insert into network.workers (id, beat_at) values (gen_random_uuid(), now() - interval '1 day');
insert into network.submissions (account, key, fingerprint, job, accepted_at) select id, 'x', 'x', gen_random_uuid(), now() - interval '30 days' from network.accounts;
insert into network.uploads (account, bytes, created_at) select id, 1, now() - interval '1 day' from network.accounts;
insert into network.jobs (id, account, tool, status, input_bytes, credits, ended_at, retained) select gen_random_uuid(), id, 'convert', 'Failed', 1, 0, now() - interval '1 day' * n, n = 1 from network.accounts, generate_series(1, 9, 8) n;
`;

describe('The database’s users for single roles', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();
  const urlOf = (role: string): string => current.url.replace('//network@', `//network_${role}@`);
  const nodes: NetworkNode[] = [];
  const start = async (role: (typeof roles)[number], settings: NodeJS.ProcessEnv = {}) => {
    const store = { FUN_STORE: path.join(folder.path, 'store'), FUN_SWEEP_SECONDS: '1' };
    const node = await NetworkNode.start(role, { ...store, FUN_DATABASE_URL: urlOf(role), ...settings });
    nodes.push(node);
    return node;
  };
  beforeEach(async () => {
    for (const role of roles)
      await current.database.query(
        `do $$ begin create role network_${role} login; exception when duplicate_object then end $$`,
      );
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map(async (node) => node.stop()));
  });

  it('can do everything that their nodes do', async () => {
    const { database } = current;
    const { of } = await personWith(database, ann, { isAdmin: true });
    const key = await addKey(database, of, { name: 'laptop', allowed: [] });
    for (const sql of expired.trim().split('\n')) await database.query(sql);
    const pages = await start('accounts');
    const [api] = [await start('api', { FUN_AUTH_URL: pages.output[0] }), await start('worker')];
    const tenant = new Tenant({ baseUrl: new URL(api.baseUrl) }, key);
    const sent = await tenant.send(picture, 'a.png', 'jpg', { 'Idempotency-Key': 'a'.repeat(30) });
    assert.equal(sent.status, 202);
    const damaged = await tenant.submit(Buffer.from(picture.subarray(0, 100)), 'b.png', 'jpg');
    await eventually(
      () => statuses(database),
      (all) => all.toSorted().join() === 'Failed,Failed,Succeeded',
    );
    assert.equal((await tenant.call(`/convert/job/${sent.json.id}/download`)).status, 200);
    assert.equal((await tenant.call(`/convert/job/${damaged}`)).json.status, 'Failed');
    assert.equal((await tenant.call('/convert/entitlements/me')).status, 200);
    await fetch(new URL('/metrics', api.operationsUrl));
    const visitor = new Visitor(pages.output[0] ?? '');
    assert.equal((await visitor.send('/account/login', { email: ann, password })).status, 303);
    for (const page of ['', '/keys', '/security', '/admin'])
      assert.equal((await visitor.get(`/account${page}`)).status, 200);
    const actions: [string, Record<string, string>][] = [
      ['invite', { email: 'bob@example.com', account: of.name }],
      ['account', { name: 'new', plan: 'free' }],
      ['plan', { account: 'new', plan: 'pro' }],
      ['grant', { account: of.name, credits: '1', reason: 'x' }],
    ];
    for (const [action, fields] of actions)
      assert.equal((await visitor.send('/account/admin', fields, `/account/admin/${action}`)).status, 200);
    assert.equal((await visitor.send('/account/keys', { name: 'new', allowed: '' })).status, 200);
    const change = { current: password, password: 'another long sentence', again: 'another long sentence' };
    assert.equal((await visitor.send('/account/security', change, '/account/password')).status, 303);
    const left = async () => {
      const { rows } = await database.query<{ count: number }>(
        `select (select count(*) from network.jobs)::int + (select count(*) from network.uploads)::int
           + (select count(*) from network.links where email = 'x')::int + (select count(*) from network.provider)::int
           + (select count(*) from network.submissions where key = 'x')::int as count`,
      );
      return rows[0]?.count;
    };
    // Three jobs, and the upload and the rest are gone.
    await eventually(left, (count) => count === 3);
    const log = nodes.flatMap((node) => node.log).join('\n');
    assert.doesNotMatch(log, /permission denied|"level":(?:40|50)/);
  });

  it('can neither read secrets, nor forge audit entries, credits, or keys', async () => {
    const { database } = current;
    const { of } = await personWith(database, ann, { plan: 'free' });
    const forbidden: Readonly<Record<(typeof roles)[number], readonly string[]>> = {
      worker: [
        'select value from network.secrets',
        'select email from network.people',
        'select digest from network.keys',
        'select digest from network.sessions',
        'select payload from network.provider',
        'select * from network.audit',
        `update network.accounts set plan = 'pro'`,
        'update network.jobs set account = account',
        `insert into network.plans values ('gold', '{}')`,
      ],
      api: [
        'select value from network.secrets',
        'select password from network.people',
        'select digest from network.sessions',
        `insert into network.keys (account, name, digest) select id, 'x', sha256('x') from network.accounts`,
        'update network.keys set revoked_at = null',
        'update network.accounts set allowance = 9',
        'update network.people set is_admin = true',
      ],
      accounts: [
        'delete from network.people',
        'delete from network.ledger',
        `insert into network.plans values ('gold', '{}')`,
      ],
    };
    for (const role of roles) {
      const own = new Database({ url: urlOf(role), maxTransactions: 1, onDidFail: () => {} });
      try {
        for (const sql of [
          ...forbidden[role],
          `insert into network.audit (actor, action, subject) values ('x', 'x', 'x')`,
          'alter table network.audit disable trigger user',
          'create table network.mine ()',
          'create table public.mine ()',
          `update network.migrations set name = name`,
          'set role network',
          // A trigger of one's own would write entries with the rights of the audit log's owner.
          `do $$ begin create temporary table people (email text, is_admin boolean);
             create trigger forge after insert on people for each row execute function network.audit_change('is_admin'); end $$`,
        ])
          await assert.rejects(own.query(sql), { code: '42501' }, `${role}: ${sql}`);
        assert.deepEqual(await migrate(own), []);
      } finally {
        await own.close();
      }
    }
    const worker = new Database({ url: urlOf('worker'), maxTransactions: 1, onDidFail: () => {} });
    await worker.transaction(async (connection) => {
      await connection.query(`select set_config('network.actor', $1, true)`, [ann]);
      await connection.query(`create temporary table accounts (id uuid, name text)`);
      await database.query(`insert into network.balances values ($1, 'w', 0)`, [of.id]);
      const sql = `insert into network.ledger (account, credit_window, kind, credits) values ($1, 'w', 'grant', 1)`;
      await connection.query(sql, [of.id]);
    });
    await worker.close();
    const { rows } = await database.query(
      'select actor, subject from network.audit order by id desc limit 1',
    );
    assert.equal(rows[0]?.actor, 'network_worker');
    assert.ok(rows[0]?.subject.startsWith(`${of.name} `));
  });

  it('start only with the schema of their version, which only the owner updates', async () => {
    await migrate(current.database, migrations.slice(0, -1));
    const role = ['--role', 'worker'];
    const env = { FUN_STORE: folder.path, FUN_DATABASE_URL: urlOf('worker') };
    const { exitCode, stderr } = await networkCommand(role, env);
    assert.equal(exitCode, 2);
    assert.match(stderr, /^The user in FUN_DATABASE_URL can’t (?:update|create) /m);
  });
});
