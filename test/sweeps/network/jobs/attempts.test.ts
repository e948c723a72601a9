import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fault } from '../../../../src/contract/fault.ts';
import type { Account } from '../../../../src/network/accounts/accounts.ts';
import { verifyLedger } from '../../../../src/network/accounts/wallet.ts';
import type { Attempts } from '../../../../src/network/jobs/attempts.ts';
import { accountWith } from '../../../support/network/accounts.ts';
import { jobParts, queued, statuses } from '../../../support/network/jobParts.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const [worker, another] = [randomUUID(), randomUUID()];
const failure = { fault: fault('conversion.failed') };
const success = { result: { outputBytes: 5, outputFileName: 'a.jpg' } };
/** By default, a worker has no programs, because no job in these tests needs one. */
const taker = (by: string, programs: readonly string[] = []) => ({ worker: by, programs });

const take = async (attempts: Attempts, by: string, count: number, programs: readonly string[] = []) =>
  (await attempts.take(taker(by, programs), count)).map(({ job }) => job);

describe('Attempts', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase(async (database) => {
    const { imbalances, wrongRefunds } = await verifyLedger(database);
    assert.deepEqual([...imbalances, ...wrongRefunds], []);
  });

  const prepared = async (plan = 'free') => {
    const parts = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database, { plan });
    /** Begins a job, even if it isn't due yet. */
    const begin = async (job: string, by = worker) => {
      await due('-infinity', job);
      const [attempt] = await parts.attempts.take(taker(by), 1);
      assert.equal(attempt?.job, job);
      return attempt;
    };
    return { ...parts, account, begin };
  };
  const due = (at: string, job: string) =>
    current.database.query(
      `update network.jobs set due_at = $1 where id = $2 and due_at is not null and ended_at is null`,
      [at, job],
    );
  const balance = async (account: Account) =>
    (
      await current.database.query<{ remaining: number }>(
        'select remaining from network.balances where account = $1',
        [account.id],
      )
    ).rows[0]?.remaining;
  const load = async () =>
    (await current.database.query('select waiting, in_flight as "inFlight" from network.accounts')).rows[0];

  it('begins each job once, the oldest first, and only as many as requested', async () => {
    const { submit, account, attempts } = await prepared('pro');
    const jobs: string[] = [];
    for (let count = 0; count < 6; count += 1) jobs.push(await submit(account));
    assert.deepEqual((await take(attempts, worker, 2)).toSorted(), jobs.slice(0, 2).toSorted());
    const others = await Promise.all([worker, another, worker].map((by) => take(attempts, by, 4)));
    assert.deepEqual(others.flat().toSorted(), jobs.slice(2).toSorted());
    assert.deepEqual(await take(attempts, worker, 4), []);
  });

  it('gives a job only to a worker that has its programs', async () => {
    const { submit, account, attempts } = await prepared();
    const helper = { engine: 'pandoc', from: 'md', options: {}, program: undefined } as const;
    const job = await submit(account, { engine: 'ffmpeg', helper });
    for (const programs of [[], ['ffmpeg'], ['pandoc', 'calibre']]) {
      assert.equal(await attempts.isAnyDue({ programs }), false);
      assert.deepEqual(await take(attempts, worker, 1, programs), []);
    }
    assert.equal(await attempts.isAnyDue({ programs: ['calibre', 'ffmpeg', 'pandoc'] }), true);
    assert.deepEqual(await take(attempts, worker, 1, ['calibre', 'ffmpeg', 'pandoc']), [job]);
  });

  it('gives a job to another worker once its lease has ended, and the first one learns of it', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const attempt = await begin(await submit(account));
    assert.deepEqual(await take(attempts, another, 1), []);
    await due('now', attempt.job);
    const [second] = await attempts.take(taker(another), 1);
    assert.deepEqual([second?.job, second?.attempt], [attempt.job, 2]);
    assert.ok(second);
    assert.deepEqual(await attempts.renew(taker(worker), [attempt]), new Set());
    assert.equal(await attempts.end(attempt, success, 1), false);
    assert.equal(await attempts.end(second, success, 1), true);
  });

  it('keeps a job whose lease is renewed', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const attempt = await begin(await submit(account));
    await due('now', attempt.job);
    assert.deepEqual(await attempts.renew(taker(worker), [attempt]), new Set([attempt]));
    assert.deepEqual(await take(attempts, another, 1), []);
    assert.equal(await attempts.end(attempt, success, 1), true);
    assert.deepEqual(await attempts.renew(taker(worker), [attempt]), new Set());
  });

  it('fails a job that it can’t read, and begins the others', async () => {
    const { submit, account, attempts } = await prepared();
    const [broken, job] = [await submit(account, {}, 4), await submit(account)];
    await current.database.query(`update network.jobs set work = '{}' where id = $1`, [broken]);
    assert.deepEqual(await take(attempts, worker, 2), [job]);
    assert.deepEqual(await statuses(current.database), ['Failed', 'Processing']);
    assert.equal(await balance(account), 49);
  });

  it('ends a job, removes it from the queue, lets the next one in, and announces the end', async () => {
    const { submit, account, attempts, begin, announced } = await prepared();
    const jobs: string[] = [];
    for (let count = 0; count < 4; count += 1) jobs.push(await submit(account));
    const [first = '', ...others] = jobs;
    assert.deepEqual(await load(), { waiting: 1, inFlight: 3 });
    assert.equal(await attempts.end(await begin(first), success, 1), true);
    assert.deepEqual(await queued(current.database), others);
    assert.deepEqual(await load(), { waiting: 0, inFlight: 3 });
    assert.deepEqual(announced, [first]);
  });

  it('fails a job and refunds its credits once', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const attempt = await begin(await submit(account, {}, 4));
    assert.equal(await balance(account), 46);
    assert.deepEqual(
      (await Promise.all([attempts.end(attempt, failure, 5), attempts.end(attempt, failure, 5)])).toSorted(),
      [false, true],
    );
    assert.equal(await attempts.end(attempt, success, 1), false);
    assert.deepEqual(await statuses(current.database), ['Failed']);
    assert.equal(await balance(account), 50);
    assert.deepEqual(await load(), { waiting: 0, inFlight: 0 });
  });

  /** The account's latest pause after an exhausted limit, and the number of its jobs that start when the pause ends. */
  const restOf = async ({ id }: Account) => {
    const { rows } = await current.database.query<{ seconds: number; jobs: number }>(
      `select rest_seconds as seconds, (select count(*)::int from network.jobs j
         where j.account = a.id and abs(extract(epoch from j.due_at - a.rests_until)) < 1) as jobs
       from network.accounts a where id = $1`,
      [id],
    );
    return rows[0];
  };
  /** Lets time pass for all accounts. */
  const pass = (seconds: number) =>
    current.database.query(
      `update network.accounts set rests_until = rests_until - $1 * interval '1 second',
         slowed_until = slowed_until - $1 * interval '1 second'`,
      [seconds],
    );

  for (const id of ['conversion.time', 'image.time', 'conversion.memory', 'conversion.output'] as const) {
    it(`refunds a job that ends with ${id}, and pauses its account for as long as it took`, async () => {
      const { submit, account, attempts, begin } = await prepared();
      const job = await submit(account, {}, 4);
      assert.equal(await attempts.end(await begin(job), { fault: fault(id) }, 900), true);
      assert.equal(await balance(account), 50);
      await submit(account);
      await submit(account);
      assert.deepEqual(await load(), { waiting: 1, inFlight: 1 });
      assert.deepEqual(await restOf(account), { seconds: 900, jobs: 1 });
    });
  }

  it('pauses an account for as long as a damaged file took, if that was long, but limits nothing else', async () => {
    const { submit, account, attempts, begin } = await prepared();
    await attempts.end(await begin(await submit(account)), { fault: fault('damaged.PDF') }, 900);
    for (let count = 0; count < 4; count += 1) await submit(account);
    assert.deepEqual(await load(), { waiting: 1, inFlight: 3 });
    assert.deepEqual(await restOf(account), { seconds: 0, jobs: 3 });
  });

  it('pauses no account for a file that is soon found to be damaged, or for another account’s job', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const other = await accountWith(current.database, { name: 'other' });
    await attempts.end(await begin(await submit(account)), { fault: fault('damaged.PDF') }, 59);
    await attempts.end(await begin(await submit(account)), { fault: fault('conversion.memoryOfAll') }, 900);
    await attempts.end(await begin(await submit(other)), { fault: fault('conversion.time') }, 900);
    await submit(account);
    assert.deepEqual(await restOf(account), { seconds: 0, jobs: 0 });
  });

  it('doubles an account’s pause each time until a job succeeds', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const exhaust = async (job: string) =>
      attempts.end(await begin(job), { fault: fault('conversion.time') }, 500);
    await exhaust(await submit(account));
    const second = await submit(account);
    await pass(500);
    await exhaust(second);
    const third = await submit(account);
    assert.deepEqual(await restOf(account), { seconds: 1000, jobs: 1 });
    await pass(1000);
    await attempts.end(await begin(third), success, 1);
    await exhaust(await submit(account));
    await submit(account);
    assert.deepEqual(await restOf(account), { seconds: 500, jobs: 1 });
  });

  it('runs as many of an account’s jobs as its plan allows again, some time after the pause', async () => {
    const { submit, account, attempts, begin } = await prepared();
    await attempts.end(await begin(await submit(account)), { fault: fault('conversion.time') }, 500);
    for (let count = 0; count < 4; count += 1) await submit(account);
    assert.deepEqual(await load(), { waiting: 3, inFlight: 1 });
    await pass(500 + 601);
    await submit(account);
    assert.deepEqual(await load(), { waiting: 2, inFlight: 3 });
  });

  it('ignores changes by an abandoned attempt', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const job = await submit(account);
    const late = await begin(job);
    await attempts.release(late);
    assert.equal(await attempts.end(late, success, 1), false);
    const now = await begin(job, another);
    assert.equal(now.attempt, 2);
    assert.equal(await attempts.end(late, failure, 5), false);
    await attempts.release(late);
    assert.deepEqual(await statuses(current.database), ['Processing']);
    assert.equal(await attempts.end(now, success, 1), true);
    assert.equal(await balance(account), 49);
  });

  it('fails and refunds a job that was begun three times', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const job = await submit(account);
    for (let count = 0; count < 3; count += 1) await attempts.release(await begin(job));
    await due('now', job);
    assert.deepEqual(await take(attempts, worker, 1), []);
    assert.deepEqual(await statuses(current.database), ['Failed']);
    assert.equal(await balance(account), 50);
  });

  it('doesn’t count attempts of workers that lacked something', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const job = await submit(account);
    for (let count = 0; count < 5; count += 1) await attempts.release(await begin(job), false);
    assert.equal((await begin(job)).attempt, 6);
  });

  it('ends a job of an account whose plan is missing', async () => {
    const { submit, account, begin, attempts } = await prepared();
    const attempt = await begin(await submit(account));
    await current.database.query(`update network.accounts set plan = 'gone'`);
    assert.equal(await attempts.end(attempt, success, 1), true);
    assert.deepEqual(await statuses(current.database), ['Succeeded']);
  });

  it('deletes the description of the work when the job ends', async () => {
    const { submit, account, attempts, begin } = await prepared();
    const job = await submit(account, { options: { password: 'secret' } });
    const attempt = await begin(job);
    assert.deepEqual(attempt.work.options, { password: 'secret' });
    await attempts.end(attempt, success, 1);
    const { rows } = await current.database.query<{ row: string }>(
      'select row_to_json(j)::text as row from network.jobs j',
    );
    assert.ok(!rows[0]?.row.includes('secret'));
  });
});
