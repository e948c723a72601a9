import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { verifyLedger } from '../../../../src/network/accounts/wallet.ts';
import { AccountJobs } from '../../../../src/network/jobs/accountJobs.ts';
import { deleteExpiredRows } from '../../../../src/network/roles/sweeper.ts';
import { KeyedLock } from '../../../../src/util/keyedLock.ts';
import { accountWith } from '../../../support/network/accounts.ts';
import { jobParts, keysIn, newJob, statuses } from '../../../support/network/jobParts.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const never = new AbortController().signal;
const repeatable = { key: 'a key', fingerprint: 'a request' };

describe('A submission under a key', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase(async (database) => {
    assert.deepEqual((await verifyLedger(database)).imbalances, []);
  });

  /** An account's jobs as seen by one node, and as seen by another. */
  const prepared = async (name = 'team') => {
    const { parts, store } = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database, { name, allowance: 10 });
    const jobs = new AccountJobs(parts, account);
    return {
      store,
      jobs,
      elsewhere: new AccountJobs({ ...parts, submissionLocks: new KeyedLock() }, account),
    };
  };
  const submit = async (jobs: AccountJobs, facts = repeatable) =>
    jobs.submit(newJob(folder.path), 3, never, facts);
  const age = (interval: string) =>
    current.database.query(`update network.submissions set accepted_at = now() - interval '${interval}'`);

  it('is one job that is charged once, however often it is repeated', async () => {
    const { jobs, elsewhere, store } = await prepared();
    const first = await submit(jobs);
    const job = newJob(folder.path);
    const again = await elsewhere.submit(job, 3, never, repeatable);
    assert.deepEqual([again.id, again.charge.credits, again.state], [first.id, 3, { status: 'Queued' }]);
    assert.deepEqual(await statuses(current.database), ['Queued']);
    assert.equal((await jobs.credits())?.balance, 7);
    assert.deepEqual(await keysIn(store), [`incoming/${first.id}/input`]);
    assert.ok(!existsSync(job.folder));
  });

  it('is one job if it is sent many times at once to two nodes', async () => {
    const { jobs, elsewhere, store } = await prepared();
    const all = await Promise.all([jobs, elsewhere, jobs, elsewhere].map((each) => submit(each)));
    assert.equal(new Set(all.map(({ id }) => id)).size, 1);
    assert.equal((await jobs.credits())?.balance, 7);
    assert.equal((await keysIn(store)).length, 1);
  });

  it('is refused if the request differs', async () => {
    const { jobs, store } = await prepared();
    await submit(jobs);
    const other = submit(jobs, { ...repeatable, fingerprint: 'another request' });
    await assert.rejects(other, { code: 'request.idempotency_key_reused', status: 409 });
    assert.deepEqual([(await jobs.credits())?.balance, (await keysIn(store)).length], [7, 1]);
  });

  it('is a separate job for another account, even under the same key', async () => {
    const [mine, other] = [await prepared(), await prepared('other')];
    assert.notEqual((await submit(mine.jobs)).id, (await submit(other.jobs)).id);
  });

  it('leaves its key free if it is refused', async () => {
    const { jobs } = await prepared();
    const refused = jobs.submit(newJob(folder.path), 11, never, repeatable);
    await assert.rejects(refused, { code: 'entitlements.insufficient_credits' });
    assert.equal((await submit(jobs, { ...repeatable, fingerprint: 'cheaper' })).charge.credits, 3);
  });

  it('is recognized for a day, even after it has been swept', async () => {
    const { jobs } = await prepared();
    const { id } = await submit(jobs);
    await age('23 hours 59 minutes');
    await deleteExpiredRows(current.database);
    assert.equal((await submit(jobs)).id, id);
    await age('24 hours 1 minute');
    const second = await submit(jobs, { ...repeatable, fingerprint: 'another request' });
    assert.notEqual(second.id, id);
    await age('24 hours 1 minute');
    await deleteExpiredRows(current.database);
    const { rowCount } = await current.database.query('select from network.submissions');
    assert.equal(rowCount, 0);
  });
});
