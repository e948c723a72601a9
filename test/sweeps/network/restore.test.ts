import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addKey } from '../../../src/network/accounts/keys.ts';
import { accountWith } from '../../support/network/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { statuses } from '../../support/network/jobParts.ts';
import { networkCommand } from '../../support/network/networkCommand.ts';
import { NetworkNode } from '../../support/network/networkNode.ts';
import { startPostgres } from '../../support/network/postgres.ts';
import { postgresVariable, useDatabase } from '../../support/network/testDatabase.ts';
import { root } from '../../support/paths.ts';
import { ensureSystemPackages, oldPostgresNeeds, postgresFolder } from '../../support/systemPackages.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const picture = readFileSync(path.join(root, 'media/icon.png'));

describe('A network restored from a backup of its database, with the oldest supported PostgreSQL', () => {
  const folder = useTemporaryFolder();
  let server: Awaited<ReturnType<typeof startPostgres>>;
  const shared = process.env[postgresVariable];
  before(async () => {
    await ensureSystemPackages(oldPostgresNeeds);
    server = await startPostgres(postgresFolder());
    process.env[postgresVariable] = server.url;
  });
  after(async () => {
    // The next file of this process uses the server of all tests again.
    process.env[postgresVariable] = shared;
    await server.stop();
  });
  const current = useDatabase();
  let key = '';

  const environment = () => ({ FUN_DATABASE_URL: current.url, FUN_STORE: path.join(folder.path, 'store') });
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
  const eachIs = (wanted: readonly string[]) =>
    eventually(
      () => statuses(current.database),
      (found) => found.join() === wanted.join(),
    );
  const command = (...args: string[]) => networkCommand(args, environment());

  it('keeps earlier jobs, fails and refunds later ones, and reports the rest as unknown', async () => {
    const account = await accountWith(current.database, { plan: 'free' });
    key = await addKey(current.database, account, { name: 'laptop', allowed: [] });
    const backup = path.join(folder.path, 'network.dump');
    const api = await NetworkNode.start('api', environment());
    let worker = await NetworkNode.start('worker', environment());
    const before = await submit(api);
    await eachIs(['Succeeded']);
    await worker.stop();
    const inFlight = await submit(api);
    execFileSync(path.join(postgresFolder(), 'pg_dump'), ['--format=custom', '--file', backup, current.url]);
    worker = await NetworkNode.start('worker', environment());
    await eachIs(['Succeeded', 'Succeeded']);
    const since = await submit(api);
    await eachIs(['Succeeded', 'Succeeded', 'Succeeded']);
    await Promise.all([api.stop(), worker.stop()]);

    await current.lose();
    execFileSync(path.join(postgresFolder(), 'pg_restore'), ['--dbname', current.url, backup]);
    const node = await NetworkNode.start('all', environment());
    try {
      await eachIs(['Succeeded', 'Failed']);
      assert.equal((await call(node, `/convert/job/${before}/download`)).status, 200);
      assert.match((await call(node, `/convert/job/${inFlight}`)).text, /"Failed"/);
      assert.equal((await call(node, `/convert/job/${since}`)).status, 404);
      assert.match(
        (await command('credits', 'verify')).stdout,
        /^The ledger matches the balances: 4 entries, 1 balances\.\n$/,
      );
      assert.match((await command('credits', 'show', 'team')).stdout, /^49 of 50 credits left, /);
      const metrics = await fetch(new URL('/metrics', node.operationsUrl));
      assert.match(await metrics.text(), /^fun_job_failures_total\{code="conversion\.failed"\} 1$/m);
    } finally {
      await node.stop();
    }
  });
});
