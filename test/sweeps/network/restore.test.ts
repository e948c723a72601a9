import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { addKey } from '../../../src/network/accounts/keys.ts';
import { Database } from '../../../src/network/database/database.ts';
import { password, personWith } from '../../support/network/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { statuses } from '../../support/network/jobParts.ts';
import { networkCommand } from '../../support/network/networkCommand.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { startPostgres } from '../../support/network/postgres.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';
import { Visitor } from '../../support/network/visitor.ts';
import { root } from '../../support/paths.ts';
import { ensureSystemPackages, oldPostgresNeeds, postgresFolder } from '../../support/systemPackages.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));
const ann = 'ann@example.com';

/** All rows of all tables, which are in any order. */
async function rowsIn(database: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables where relname <> 'migrations' order by 1`,
  );
  const all = tables.map(async ({ name }) => {
    const sql = `select to_jsonb(t)::text as row from network.${name} t order by 1`;
    return [name, (await database.query<{ row: string }>(sql)).rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

const eachIs = (database: Database, wanted: readonly string[]) =>
  eventually(
    () => statuses(database),
    (found) => found.join() === wanted.join(),
  );

async function signIn(pages: NetworkNode | string) {
  const url = typeof pages === 'string' ? pages : (pages.output[0] ?? '');
  return new Visitor(url).send('/account/login', { email: ann, password });
}

describe('A network restored from a backup into the oldest supported PostgreSQL', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();
  let old: Awaited<ReturnType<typeof startPostgres>>;
  before(async () => {
    await ensureSystemPackages(oldPostgresNeeds);
    old = await startPostgres(postgresFolder());
  });
  after(() => old.stop());
  let key = '';

  const environment = (url = current.url) => ({
    FUN_DATABASE_URL: url,
    FUN_STORE: path.join(folder.path, 'store'),
  });
  const call = async (node: NetworkNode, route: string, init: RequestInit = {}) => {
    const headers = { 'X-Service-Api-Key': key, Connection: 'close' };
    const response = await fetch(`${node.baseUrl}${route}`, { ...init, headers });
    return { status: response.status, text: await response.text() };
  };
  const submit = async (node: NetworkNode): Promise<string> => {
    const body = new FormData();
    body.set('targetFormat', 'jpg');
    body.set('file', new File([picture], 'a.png'));
    const { status, text } = await call(node, '/convert', { method: 'POST', body });
    assert.equal(status, 202, text);
    return String(JSON.parse(text).id);
  };

  it('has every row, keeps earlier jobs, fails and refunds later ones, and reports the rest as unknown', async () => {
    const { database } = current;
    const { of } = await personWith(database, ann, { isAdmin: true, plan: 'free' });
    key = await addKey(database, of, { name: 'laptop', allowed: [] });
    const backup = path.join(folder.path, 'network.backup');
    const api = await NetworkNode.start('api', environment());
    const pages = await NetworkNode.start('accounts', environment());
    assert.equal((await signIn(pages)).status, 303);
    await pages.stop();
    let worker = await NetworkNode.start('worker', environment());
    const before = await submit(api);
    await eachIs(database, ['Succeeded']);
    await worker.stop();
    const inFlight = await submit(api);
    const rows = await rowsIn(database);
    const made = await networkCommand(['backup', backup], environment());
    const count = Object.values(rows).flat().length;
    assert.deepEqual([made.stdout, made.stderr], [`Backed up ${count} rows: ${backup}\n`, '']);
    assert.equal(statSync(backup).mode & 0o777, 0o600);
    worker = await NetworkNode.start('worker', environment());
    await eachIs(database, ['Succeeded', 'Succeeded']);
    const since = await submit(api);
    await eachIs(database, ['Succeeded', 'Succeeded', 'Succeeded']);
    await Promise.all([api.stop(), worker.stop()]);

    const restored = await networkCommand(['restore', backup], environment(old.url));
    assert.deepEqual([restored.stdout, restored.stderr], [`Restored ${count} rows: ${backup}\n`, '']);
    const other = new Database({ url: old.url, maxTransactions: 2, onDidFail: () => {} });
    assert.deepEqual(await rowsIn(other), rows);
    const node = await NetworkNode.start('all', environment(old.url));
    try {
      await eachIs(other, ['Succeeded', 'Failed']);
      assert.equal((await call(node, `/convert/job/${before}/download`)).status, 200);
      assert.match((await call(node, `/convert/job/${inFlight}`)).text, /"Failed"/);
      assert.equal((await call(node, `/convert/job/${since}`)).status, 404);
      const command = async (...args: string[]) => (await networkCommand(args, environment(old.url))).stdout;
      assert.match(
        await command('credits', 'verify'),
        /^The ledger matches the balances: 4 entries, 1 balances\.\n$/,
      );
      assert.match(await command('credits', 'show', of.name), /^49 of 50 credits left, /);
      const metrics = await fetch(new URL('/metrics', node.operationsUrl));
      assert.match(await metrics.text(), /^fun_job_failures_total\{code="conversion\.failed"\} 1$/m);
      await submit(node);
      await eachIs(other, ['Succeeded', 'Failed', 'Succeeded']);
      const { authUrl } = JSON.parse((await call(node, '/.well-known/file-utility')).text);
      assert.equal((await signIn(authUrl)).status, 303);
    } finally {
      await node.stop();
      await other.close();
    }
  });
});
