import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fault } from '../../../src/contract/faults/fault.ts';
import type { Account } from '../../../src/network/accounts/accounts.ts';
import { verifyLedger } from '../../../src/network/credits/verifyLedger.ts';
import { accountWith } from '../../support/network/accounts.ts';
import { jobParts, queued, statuses } from '../../support/network/jobParts.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const [worker, another] = [randomUUID(), randomUUID()];
const failure = fault('conversion.failed');
const result = { outputBytes: 5, outputFileName: 'a.jpg' };

describe('Attempts', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase(async (database) => {
    const { imbalances, wrongRefunds } = await verifyLedger(database);
    assert.deepEqual([...imbalances, ...wrongRefunds], []);
  });

  const prepared = async (plan = 'free') => {
    const parts = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database, { plan });
    const begin = async (job: string, by = worker) => {
      const attempt = await parts.attempts.begin(job, by);
      assert.ok(attempt);
      return attempt;
    };
    return { ...parts, account, begin };
  };
  const balance = async (account: Account) =>
    (
      await current.database.query<{ remaining: number }>(
        'select remaining from network.balances where account = $1',
        [account.id],
      )
    ).rows[0]?.remaining;
  const load = async () =>
    (await current.database.query('select waiting, in_flight as "inFlight" from network.accounts')).rows[0];

  it('begins a job once', async () => {
    const { submit, account, attempts } = await prepared();
    const job = await submit(account);
    const begun = await Promise.all([attempts.begin(job, worker), attempts.begin(job, another)]);
    assert.equal(begun.filter((each) => each !== undefined).length, 1);
  });

  it('ends a job, takes it from the queue and gives the next its place, all at once', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const jobs: string[] = [];
    for (let count = 0; count < 4; count += 1) jobs.push(await submit(account));
    const [first = '', ...others] = jobs;
    assert.deepEqual(await load(), { waiting: 1, inFlight: 3 });
    assert.equal(await attempts.succeed(await begin(first), result), true);
    assert.deepEqual(await queued(current.database), others);
    assert.deepEqual(await load(), { waiting: 0, inFlight: 3 });
  });

  it('fails a job and gives its credits back, once', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const attempt = await begin(await submit(account, {}, 4));
    assert.equal(await balance(account), 46);
    assert.deepEqual(
      (await Promise.all([attempts.fail(attempt, failure), attempts.fail(attempt, failure)])).toSorted(),
      [false, true],
    );
    assert.equal(await attempts.succeed(attempt, result), false);
    assert.deepEqual(await statuses(current.database), ['Failed']);
    assert.equal(await balance(account), 50);
    assert.deepEqual(await load(), { waiting: 0, inFlight: 0 });
  });

  it('lets an attempt that was given up change nothing', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const job = await submit(account);
    const late = await begin(job);
    await attempts.release(late);
    assert.equal(await attempts.succeed(late, result), false);
    const now = await begin(job, another);
    assert.equal(now.attempt, 2);
    assert.equal(await attempts.fail(late, failure), false);
    await attempts.release(late);
    assert.deepEqual(await statuses(current.database), ['Processing']);
    assert.equal(await attempts.succeed(now, result), true);
    assert.equal(await balance(account), 49);
  });

  it('fails a job that was begun three times, with its refund', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const job = await submit(account);
    for (let count = 0; count < 3; count += 1) await attempts.release(await begin(job));
    assert.equal(await attempts.begin(job, worker), undefined);
    assert.deepEqual(await statuses(current.database), ['Failed']);
    assert.equal(await balance(account), 50);
  });

  it('keeps what was to be done no longer than it is', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const job = await submit(account, { options: { password: 'secret' } });
    const attempt = await begin(job);
    assert.deepEqual(attempt.work.options, { password: 'secret' });
    await attempts.succeed(attempt, result);
    const { rows } = await current.database.query<{ row: string }>(
      'select row_to_json(j)::text as row from network.jobs j',
    );
    assert.ok(!rows[0]?.row.includes('secret'));
  });
});
