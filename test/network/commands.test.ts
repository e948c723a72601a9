import assert from 'node:assert/strict';
import { accountOfKey } from '../../src/network/accounts/keys.ts';
import { accountWith } from '../support/network/accounts.ts';
import { jobParts, queued, statuses } from '../support/network/jobParts.ts';
import { networkCommand } from '../support/network/networkCommand.ts';
import { useDatabase } from '../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../support/temporaryFolder.ts';

describe('npm run network', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();

  const run = (...args: string[]) => networkCommand(args, { FUN_DATABASE_URL: current.url });
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

  it('upgrades a new database once', async () => {
    assert.match((await run('migrate')).stdout, /^Applied migrations: 0001-accounts/);
    assert.equal((await run('migrate')).stdout, 'The database is up to date.\n');
  });

  it('creates accounts with keys, shows a key once, and revokes it', async () => {
    const [account] = await json('accounts', 'add', 'team', '--plan', 'pro');
    assert.deepEqual([account.name, account.plan, account.allowance], ['team', 'pro', null]);
    const { key } = await json('keys', 'add', 'team', '--name', 'ci', '--allow', '127.0.0.1');
    assert.equal((await accountOfKey(current.database, key, '127.0.0.1'))?.name, 'team');
    assert.ok(!(await run('keys', 'list', 'team', '--json')).stdout.includes(key));
    await run('keys', 'revoke', 'team', '--name', 'ci');
    assert.equal(await accountOfKey(current.database, key, '127.0.0.1'), undefined);
    assert.match((await run('keys', 'list', 'team')).stdout, /^ci .*127\.0\.0\.1.* revoked /);
  });

  it('lists jobs, shows one without its file’s name, and cancels it once, with its refund', async () => {
    const { submit } = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database, { plan: 'free' });
    const jobs: string[] = [];
    for (let count = 0; count < 5; count += 1) jobs.push(await submit(account, { fileName: 'secret.png' }));
    const [first = ''] = jobs;
    const last = jobs.at(-1) ?? '';
    const listed: { id: string }[] = await json('jobs', 'list', 'team', '--status', 'Queued', '--limit', '2');
    assert.deepEqual(
      listed.map(({ id }) => id),
      jobs.toReversed().slice(0, 2),
    );
    const { stdout } = await run('jobs', 'show', first);
    assert.match(stdout, /^Status +Queued$/m);
    assert.ok(!stdout.includes('secret'));
    for (const job of [first, last]) assert.equal((await run('jobs', 'cancel', job)).exitCode, 0);
    const again = await run('jobs', 'cancel', first);
    assert.equal(again.stderr, `The job ${first} has already ended with the status Canceled.\n`);
    assert.deepEqual(await statuses(current.database), [
      'Canceled',
      'Queued',
      'Queued',
      'Queued',
      'Canceled',
    ]);
    // Canceling the first job made the next waiting one due.
    assert.deepEqual(await queued(current.database), jobs.slice(1, 4));
    const { rows } = await current.database.query('select waiting, in_flight from network.accounts');
    assert.deepEqual(rows, [{ waiting: 0, in_flight: 3 }]);
    assert.equal((await json('credits', 'show', 'team')).balance, 47);
    assert.equal((await json('credits', 'verify')).isCorrect, true);
  });

  it('grants and shows credits, and proves that the ledger adds up', async () => {
    await run('accounts', 'add', 'team', '--plan', 'free');
    assert.match((await run('credits', 'grant', 'team', '5')).stdout, /^55 of 50 credits left, renews at /);
    assert.equal((await json('credits', 'show', 'team')).balance, 55);
    assert.equal((await json('credits', 'verify')).isCorrect, true);
    await current.database.query('update network.balances set remaining = 1');
    const { stdout, exitCode } = await run('credits', 'verify');
    assert.equal(exitCode, 1);
    assert.match(
      stdout,
      /^team, .*: 1 left, 55 in the ledger\nThe ledger doesn’t match the balances: 1 errors in 2 entries\.\n$/,
    );
  });
});
