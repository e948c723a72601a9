import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addKey } from '../../../src/network/accounts/keys.ts';
import { Database } from '../../../src/network/database/database.ts';
import { AccountUploads } from '../../../src/network/jobs/accountUploads.ts';
import { eventually } from '../../support/eventually.ts';
import { password, personWith } from '../../support/network/accounts.ts';
import { jobParts } from '../../support/network/jobParts.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';
import { Visitor } from '../../support/network/visitor.ts';
import { root } from '../../support/paths.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const ann = 'ann@example.com';
const picture = readFileSync(path.join(root, 'media/icon.png'));

/**
 * Rows of one account. They are so many that PostgreSQL only reads a whole table if it has no index for a statement.
 * Triggers and foreign keys would take most of the time.
 */
const manyRows = `
set local session_replication_role = replica;
insert into network.jobs (id, account, tool, status, input_bytes, credits, created_at, ended_at, retained)
select gen_random_uuid(), $1, 'convert', case when n % 10 = 0 then 'Failed' else 'Succeeded' end, 1, 1,
  now() - n * interval '1 minute', now() - n * interval '1 minute', false from generate_series(1, 50000) n;
insert into network.ledger (account, credit_window, kind, credits, job, at)
select $1, 'earlier', 'charge', -1, gen_random_uuid(), now() - n * interval '10 seconds' from generate_series(1, 200000) n;
insert into network.usage (account, day, tool, credits)
select gen_random_uuid(), current_date, 'convert', 1 from generate_series(1, 50000);
insert into network.uploads (account, bytes, used_at) select $1, 1, now() from generate_series(1, 50000);
insert into network.submissions (account, key, fingerprint, job)
select $1, n::text, '', gen_random_uuid() from generate_series(1, 50000) n;
insert into network.audit (actor, action, subject) select 'x', 'x', 'x' from generate_series(1, 50000)`;
const filled = ['jobs', 'ledger', 'usage', 'uploads', 'submissions', 'audit'];

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

  const start = async (role: 'api' | 'accounts' | 'all') => {
    const env = { FUN_DATABASE_URL: current.url, FUN_STORE: path.join(folder.path, 'store') };
    const node = await NetworkNode.start(role, env);
    nodes.push(node);
    return node;
  };
  it('reads every table through an index, for each page and request', async () => {
    const { database } = current;
    const { of } = await personWith(database, ann, { isAdmin: true });
    const key = await addKey(database, of, { name: 'laptop', allowed: [] });
    await database.transaction(async (connection) => {
      for (const sql of manyRows.split(';')) await connection.query(sql, sql.includes('$1') ? [of.id] : []);
    });
    await database.query('analyze');
    const whole = async () => {
      const { rows } = await database.query<{ name: string; scans: string }>(
        'select relname as name, seq_scan as scans from pg_stat_user_tables where relname = any ($1) order by 1',
        [filled],
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
