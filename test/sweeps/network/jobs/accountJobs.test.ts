import assert from 'node:assert/strict';
import { existsSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type Account, changeAccount } from '../../../../src/network/accounts/accounts.ts';
import { revokeKey } from '../../../../src/network/accounts/keys.ts';
import { verifyLedger } from '../../../../src/network/accounts/wallet.ts';
import { AccountJobs } from '../../../../src/network/jobs/accountJobs.ts';
import { accountWith } from '../../../support/network/accounts.ts';
import { jobParts, keysIn, newJob, queued, statuses } from '../../../support/network/jobParts.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const never = new AbortController().signal;
/** Terminates a connection that commits a job, before the database has answered. */
const disconnectAtCommit = `
  create function disconnect() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
  create constraint trigger disconnect after insert on network.jobs deferrable initially deferred
    for each row execute function disconnect()`;

describe('AccountJobs', () => {
  const folder = useTemporaryFolder();
  const current = useDatabase(async (database) => {
    assert.deepEqual((await verifyLedger(database)).imbalances, []);
  });

  it('stores the files, charges the credits, and queues the job', async () => {
    const { parts, store } = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database);
    const jobs = new AccountJobs(parts, account);
    const job = newJob(folder.path);
    const shown = await jobs.submit(job, 3, never);
    assert.deepEqual([shown.id, shown.state, shown.charge.credits], [job.id, { status: 'Queued' }, 3]);
    assert.equal((await jobs.credits())?.balance, 11_997);
    const charges = await current.database.query(
      "select tool, credits from network.ledger where kind = 'charge'",
    );
    assert.deepEqual(charges.rows, [{ tool: job.tool, credits: -3 }]);
    assert.deepEqual(await queued(current.database), [job.id]);
    assert.ok(!existsSync(job.folder));
    const content = await (await store.get(`incoming/${job.id}/input`)).toArray();
    assert.equal(Buffer.concat(content).toString(), 'content');
  });

  it('leaves nothing behind of a refused job', async () => {
    const { parts, store } = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database, { allowance: 2 });
    const jobs = new AccountJobs(parts, account);
    await assert.rejects(async () => jobs.submit(newJob(folder.path), 3, never), {
      code: 'entitlements.insufficient_credits',
    });
    assert.deepEqual(await statuses(current.database), []);
    assert.deepEqual(await queued(current.database), []);
    assert.deepEqual(await keysIn(store), []);
    assert.equal((await jobs.credits())?.balance, 2);
  });

  it('leaves no file in the store if the database can’t store the job', async () => {
    const { parts, store } = await jobParts(current.database, folder.path);
    const jobs = new AccountJobs(parts, await accountWith(current.database));
    await assert.rejects(async () => jobs.submit(newJob(folder.path, { fileName: '\0' }), 1, never));
    assert.deepEqual(await keysIn(store), []);
    assert.deepEqual(await statuses(current.database), []);
  });

  const ends: Record<string, (account: Account) => Promise<unknown>> = {
    'key was revoked': (account) => revokeKey(current.database, account, 'first'),
    'account was disabled': ({ name }) => changeAccount(current.database, name, { disabled: true }),
  };
  for (const [what, end] of Object.entries(ends)) {
    it(`accepts nothing once the ${what}, even if the upload began before`, async () => {
      const { parts, store } = await jobParts(current.database, folder.path);
      const account = await accountWith(current.database);
      const jobs = new AccountJobs(parts, account);
      await end(account);
      const refused = { code: 'api_key.invalid_or_ip_not_allowed', status: 401 };
      await assert.rejects(async () => jobs.submit(newJob(folder.path), 1, never), refused);
      assert.deepEqual([await statuses(current.database), await keysIn(store)], [[], []]);
      assert.equal((await verifyLedger(current.database)).entries, 0);
    });
  }

  it('leaves nothing behind of a job whose caller disconnects while its files are stored', async () => {
    const { parts, store } = await jobParts(current.database, folder.path);
    const jobs = new AccountJobs(parts, await accountWith(current.database));
    const gone = AbortSignal.abort(new Error('gone'));
    await assert.rejects(async () => jobs.submit(newJob(folder.path), 1, gone), { message: 'gone' });
    assert.deepEqual(await keysIn(store), []);
    assert.deepEqual(await statuses(current.database), []);
    assert.equal((await jobs.credits())?.balance, 12_000);
  });

  it('keeps the files if nobody knows whether the job was accepted', async () => {
    const { parts, store } = await jobParts(current.database, folder.path);
    const jobs = new AccountJobs(parts, await accountWith(current.database));
    await current.database.query(disconnectAtCommit);
    const job = newJob(folder.path);
    await assert.rejects(async () => jobs.submit(job, 1, never));
    assert.deepEqual(await keysIn(store), [`incoming/${job.id}/input`]);
  });

  it('leaves no file in the store if storing another one fails', async () => {
    const { parts, store } = await jobParts(current.database, folder.path);
    const jobs = new AccountJobs(parts, await accountWith(current.database));
    const job = newJob(folder.path);
    const missing = path.join(job.folder, 'input-1');
    const inputs = [job.inputPath, missing].map((each) => ({
      path: each,
      fileName: 'a.png',
      from: 'png',
      modifiedMs: undefined,
    }));
    const submitted = jobs.submit({ ...job, tool: 'combine', inputs }, 1, never);
    await assert.rejects(submitted, { code: 'ENOENT' });
    assert.deepEqual(await keysIn(store), []);
    assert.deepEqual(await statuses(current.database), []);
  });

  it('doesn’t follow a link that replaces a file', async () => {
    const { parts, store } = await jobParts(current.database, folder.path);
    const jobs = new AccountJobs(parts, await accountWith(current.database));
    const job = newJob(folder.path);
    const secret = path.join(folder.path, 'secret');
    renameSync(job.inputPath, secret);
    symlinkSync(secret, job.inputPath);
    await assert.rejects(async () => jobs.submit(job, 1, never), { code: 'ELOOP' });
    assert.deepEqual([await statuses(current.database), await keysIn(store)], [[], []]);
  });

  it('queues as many jobs of an account as its plan runs in parallel, and keeps the others waiting', async () => {
    const { submit } = await jobParts(current.database, folder.path);
    const [busy, other] = [
      await accountWith(current.database, { plan: 'free' }),
      await accountWith(current.database, { name: 'other', plan: 'free' }),
    ];
    const jobs: string[] = [];
    for (let count = 0; count < 5; count += 1) jobs.push(await submit(busy));
    const last = await submit(other);
    assert.deepEqual(await queued(current.database), [...jobs.slice(0, 3), last]);
  });

  it('accepts no more waiting jobs than the plan allows, over any number of connections', async () => {
    const { submit } = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database, { plan: 'guest', allowance: 1000 });
    await current.database.query('update network.accounts set waiting = 98, in_flight = 3');
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => submit(account)));
    const refused = tries.filter((each) => each.status === 'rejected');
    assert.equal(refused.length, 4);
    for (const { reason } of refused) assert.equal(reason.code, 'queue.limit_exceeded');
  });

  it('refuses a job when too many jobs of all accounts are in flight', async () => {
    const { submit } = await jobParts(current.database, folder.path, 2);
    await submit(await accountWith(current.database));
    await submit(await accountWith(current.database, { name: 'second' }));
    await assert.rejects(submit(await accountWith(current.database, { name: 'third' })), {
      code: 'queue.pool_saturated',
    });
  });

  it('shows a job only to its account, under its tool', async () => {
    const { parts, submit } = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database);
    const jobs = new AccountJobs(parts, account);
    const others = new AccountJobs(parts, await accountWith(current.database, { name: 'other' }));
    const id = await submit(account);
    assert.equal((await jobs.job('convert', id)).state.status, 'Queued');
    const notFound = { code: 'jobs.not_found' };
    await assert.rejects(async () => jobs.job('compress', id), notFound);
    await assert.rejects(async () => others.job('convert', id), notFound);
    await assert.rejects(async () => jobs.job('convert', `${id}' or true`), notFound);
  });

  it('charges nothing in a plan that doesn’t charge', async () => {
    const { submit } = await jobParts(current.database, folder.path);
    const account = await accountWith(current.database);
    await submit(
      { ...account, ...(await changeAccount(current.database, account.name, { plan: 'unmetered' })) },
      {},
      0,
    );
    assert.equal((await verifyLedger(current.database)).entries, 0);
  });
});
