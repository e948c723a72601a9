import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { accountOfKey } from '../../../src/network/accounts/keys.ts';
import { accountWith } from '../../support/network/accounts.ts';
import { jobParts, queued, statuses } from '../../support/network/jobParts.ts';
import { networkCommand } from '../../support/network/networkCommand.ts';
import { startPgBouncer } from '../../support/network/pgBouncer.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('The commands of npm run network', () => {
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

  it('reports in one sentence that a database or its user doesn’t exist', async () => {
    for (const url of [
      current.url.replace('test_', 'no_'),
      current.url.replace('?host=', '?host=/nowhere'),
    ]) {
      const { exitCode, stderr } = await networkCommand(['accounts', 'list'], { FUN_DATABASE_URL: url });
      assert.equal(exitCode, 2);
      assert.match(stderr, /^Can’t connect to the database in FUN_DATABASE_URL: .*\.\n$/);
    }
  });

  it('reports in one sentence that a pooler isn’t a database', async () => {
    for (const settings of [
      [],
      [
        'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options',
      ],
    ]) {
      const pooler = await startPgBouncer(folder.path, current.url, settings);
      const { exitCode, stderr } = await networkCommand(['migrate'], { FUN_DATABASE_URL: pooler.url });
      await pooler.stop();
      assert.equal(exitCode, 2);
      assert.match(stderr, /^FUN_DATABASE_URL must point directly to PostgreSQL: [^.]*\.\n$/);
    }
  });

  it('makes a key for each name in a file, or none at all', async () => {
    await run('accounts', 'add', 'team');
    const names = path.join(folder.path, 'names');
    writeFileSync(names, 'ann\n\nbob\n');
    const { stdout } = await run('keys', 'add', 'team', '--names', names);
    const [, ann = '', bob = ''] = /^ann  (fun_\S+)\nbob  (fun_\S+)\n$/.exec(stdout) ?? [];
    for (const key of [ann, bob])
      assert.equal((await accountOfKey(current.database, key, '127.0.0.1'))?.name, 'team');
    writeFileSync(names, 'eve\nbob\n');
    const again = await run('keys', 'add', 'team', '--names', names);
    assert.deepEqual([again.exitCode, again.stdout], [2, '']);
    assert.deepEqual(
      (await json('keys', 'list', 'team')).map(({ name }: { name: string }) => name),
      ['ann', 'bob'],
    );
  });

  it('shows the last use of keys and accounts', async () => {
    await run('accounts', 'add', 'team');
    const { key } = await json('keys', 'add', 'team', '--name', 'ci');
    assert.equal((await json('accounts', 'list'))[0].usedAt, null);
    await accountOfKey(current.database, key, '127.0.0.1');
    assert.match((await run('accounts', 'list')).stdout, /^team +unmetered +used \d{4}-\S+Z\n$/);
    assert.match((await run('keys', 'list', 'team')).stdout, /^ci .* used \d{4}-\S+Z\n$/);
  });

  it('explains each command without a database', async () => {
    for (const group of ['accounts', 'plans', 'keys', 'credits', 'jobs', 'migrate']) {
      const { stdout, exitCode } = await networkCommand([group, '--help'], { FUN_DATABASE_URL: 'none' });
      assert.equal(exitCode, 0);
      const lines = stdout.split('\n').filter((line) => /^ {2}\S/.test(line));
      assert.ok(lines.length > 0 && lines.every((line) => line.startsWith(`  ${group}`)), stdout);
    }
    const { stdout } = await networkCommand(['keys', 'revoke', '--help'], {});
    assert.deepEqual(stdout.match(/^ {2}keys.*$/gm), ['  keys revoke ACCOUNT --name NAME']);
    assert.match((await networkCommand(['--help'], {})).stdout, /^npm run network\n/);
  });

  it('changes accounts', async () => {
    await run('accounts', 'add', 'team');
    await run('accounts', 'set', 'team', '--plan', 'free', '--credits', '7');
    await run('accounts', 'disable', 'team');
    assert.equal((await run('accounts', 'list')).stdout, 'team  free  7 credits  disabled\n');
    await run('accounts', 'enable', 'team');
    await run('accounts', 'set', 'team', '--credits', 'plan');
    assert.equal((await run('accounts', 'list')).stdout, 'team  free\n');
  });

  const farm = {
    id: 'farm',
    name: 'Build farm',
    tier: 'Farm',
    maxFileMegabytes: 2,
    maxBatchFiles: 3,
    maxParallelJobs: 4,
    maxQueuedJobs: 5,
  };
  const plansFile = (...plans: unknown[]): string => {
    const file = path.join(folder.path, 'plans.json');
    writeFileSync(file, JSON.stringify(plans));
    return file;
  };
  const farmLine = async () =>
    (await run('plans', 'list')).stdout.split('\n').find((line) => line.startsWith('farm'));

  it('loads plans for all nodes, replacing those with the same name', async () => {
    assert.equal(
      (await run('plans', 'load', plansFile(farm, { ...farm, id: 'free' }))).stdout,
      'Loaded plans: farm, free.\n',
    );
    assert.match((await farmLine()) ?? '', /4 parallel jobs, 5 queued jobs +no credits$/);
    const credits = { amount: 7, window: 'day' };
    await run('plans', 'load', plansFile({ ...farm, credits }));
    assert.match((await farmLine()) ?? '', /7 credits per day$/);
    await run('accounts', 'add', 'team', '--plan', 'farm');
    assert.equal((await json('credits', 'show', 'team')).balance, 7);
  });

  it('reports where a plans file is wrong', async () => {
    const { exitCode, stderr } = await run('plans', 'load', plansFile(farm, { ...farm, maxQueuedJobs: -1 }));
    assert.equal(exitCode, 2);
    assert.match(stderr, /plans\.json isn’t a list of plans: 1\.maxQueuedJobs is invalid\.$/m);
  });

  const mistakes: [string[], RegExp][] = [
    [
      ['accounts', 'add', 'team', '--plan', 'gold'],
      /^There is no plan "gold"\. The plans are guest, free, pro, unmetered\.$/,
    ],
    [['keys', 'list', 'nobody'], /^There is no account "nobody"\.$/],
    [['credits', 'grant', 'nobody'], /^There is no account "nobody"\.$/],
    [['accounts', 'add'], /^The name of the account is missing\.$/],
    [['accounts', 'eat', 'team'], /^accounts has no action "eat"\. Use .*\.$/],
    [['nothing'], /^There is no command "nothing"\.\n\nnpm run network\n/],
    [['jobs', 'cancel', 'nothing'], /^There is no job "nothing"\.$/],
    [['jobs', 'list', '--status', 'Done'], /^--status must be one of Queued, .*, not "Done"\.$/],
    [['accounts', '--colour'], /^Unknown option '--colour'\.$/],
  ];
  for (const [args, sentence] of mistakes) {
    it(`reports in one sentence what is wrong with ${args.join(' ')}`, async () => {
      const { exitCode, stderr } = await run(...args);
      assert.equal(exitCode, 2);
      assert.match(stderr.trim(), sentence);
    });
  }
});
