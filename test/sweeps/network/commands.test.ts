import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { accountOfKey } from '../../../src/network/accounts/keys.ts';
import { networkCommand } from '../../support/network/networkCommand.ts';
import { startPgBouncer } from '../../support/network/pgBouncer.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('The commands of npm run network', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase();

  const run = (...args: string[]) => networkCommand(args, { FUN_DATABASE_URL: current.url });
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

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

  it('imports plans once from the configured file', async () => {
    const env = { FUN_DATABASE_URL: current.url, FUN_PLANS_FILE: plansFile(farm) };
    assert.equal((await networkCommand(['accounts', 'add', 'team', '--plan', 'farm'], env)).exitCode, 0);
    plansFile({ ...farm, maxParallelJobs: 9 });
    await networkCommand(['migrate'], env);
    assert.match((await farmLine()) ?? '', /4 parallel jobs/);
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
