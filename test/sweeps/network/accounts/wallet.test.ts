import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Account, changeAccount } from '../../../../src/network/accounts/accounts.ts';
import { verifyLedger, LedgerWallet } from '../../../../src/network/accounts/wallet.ts';
import { accountWith } from '../../../support/network/accounts.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';

const dayMs = 86_400_000;

/** A wallet whose windows are those of the same time tomorrow. */
function walletOfTomorrow(): LedgerWallet {
  const wallet = new LedgerWallet();
  const now = wallet.now.bind(wallet);
  wallet.now = async (database) => (await now(database)) + dayMs;
  return wallet;
}

describe('Wallet', () => {
  const current = useDatabase(async (database) => {
    const { imbalances, wrongRefunds } = await verifyLedger(database);
    assert.deepEqual([...imbalances, ...wrongRefunds], []);
  });
  const wallet = new LedgerWallet();

  const charge = async (account: Account, credits: number, job: string = randomUUID(), from = wallet) => {
    await current.database.transaction((connection) =>
      from.charge(connection, account, { id: job, tool: 'convert' }, credits),
    );
    return job;
  };
  const balanceOf = async (account: Account, of = wallet) =>
    (await of.left(current.database, account))?.balance;
  const refund = (job: string) =>
    current.database.transaction((connection) => wallet.refund(connection, job));

  it('starts with the plan’s or the account’s credits', async () => {
    const account = await accountWith(current.database, { plan: 'free' });
    assert.equal(await balanceOf(account), 50);
    assert.equal(await balanceOf(await accountWith(current.database, { name: 'other', allowance: 7 })), 7);
  });

  it('charges credits and refunds them once', async () => {
    const account = await accountWith(current.database, { plan: 'free' });
    const job = await charge(account, 3);
    assert.equal(await balanceOf(account), 47);
    const refunds = await Promise.all([refund(job), refund(job), refund(job)]);
    assert.deepEqual(refunds.toSorted(), [false, false, true]);
    assert.equal(await balanceOf(account), 50);
    assert.equal(await refund(randomUUID()), false);
  });

  it('refuses a grant that would exceed what the database can store', async () => {
    const account = await accountWith(current.database, { plan: 'free' });
    const grant = async () =>
      current.database.transaction((connection) => wallet.grant(connection, account, 999_999_999, 'x'));
    await grant();
    await grant();
    await assert.rejects(grant(), { name: 'ConfigurationError' });
    assert.equal(await balanceOf(account), 2_000_000_048);
  });

  it('charges a job once', async () => {
    const account = await accountWith(current.database);
    const job = await charge(account, 3);
    await assert.rejects(charge(account, 3, job), { code: '23505' });
    assert.equal(await balanceOf(account), 11_997);
  });

  it('never spends more than there is, over any number of connections', async () => {
    const account = await accountWith(current.database, { allowance: 5 });
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => charge(account, 1)));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 5);
    for (const each of tries) {
      if (each.status === 'rejected') assert.equal(each.reason.code, 'entitlements.insufficient_credits');
    }
    assert.equal(await balanceOf(account), 0);
  });

  it('reports that a day’s credits are used up', async () => {
    const account = await accountWith(current.database, { plan: 'guest', allowance: 1 });
    await charge(account, 1);
    await assert.rejects(charge(account, 1), { code: 'usage.daily_limit_exceeded' });
    await assert.rejects(wallet.check(current.database, account, 1), { code: 'usage.daily_limit_exceeded' });
  });

  it('starts each window with full credits, and without refunds from the previous one', async () => {
    const account = await accountWith(current.database, { plan: 'free' });
    const job = await charge(account, 5);
    const tomorrow = walletOfTomorrow();
    await charge(account, 1, randomUUID(), tomorrow);
    await refund(job);
    assert.equal(await balanceOf(account, tomorrow), 49);
    assert.equal(await balanceOf(account), 50);
  });

  it('keeps a window’s initial credits if the account’s credits change', async () => {
    const account = await accountWith(current.database, { plan: 'free' });
    await charge(account, 5);
    const changed = await changeAccount(current.database, account.name, { allowance: 10 });
    assert.equal(await balanceOf(changed), 45);
    assert.equal(await balanceOf(changed, walletOfTomorrow()), 10);
  });

  it('adds granted credits', async () => {
    const account = await accountWith(current.database, { plan: 'free' });
    const left = await current.database.transaction((connection) =>
      wallet.grant(connection, account, 9, 'sorry'),
    );
    assert.equal(left, 59);
    assert.equal(await balanceOf(account), 59);
  });

  it('charges nobody whose plan doesn’t charge', async () => {
    const account = await accountWith(current.database, { plan: 'unmetered' });
    const job = await charge(account, 1000);
    assert.equal(await wallet.left(current.database, account), undefined);
    assert.equal(await refund(job), false);
    assert.equal((await verifyLedger(current.database)).entries, 0);
  });
});

describe('The ledger', () => {
  const current = useDatabase();

  it('is append-only', async () => {
    const account = await accountWith(current.database);
    const job = randomUUID();
    await current.database.transaction((connection) =>
      new LedgerWallet().charge(connection, account, { id: job, tool: 'convert' }, 1),
    );
    for (const sql of ['update network.ledger set credits = 0', 'delete from network.ledger'])
      await assert.rejects(current.database.query(sql), /append-only/);
  });

  it('reveals a balance that isn’t its sum, and a refund that isn’t a job’s cost', async () => {
    const { database } = current;
    const account = await accountWith(database);
    const job = randomUUID();
    await database.transaction((connection) =>
      new LedgerWallet().charge(connection, account, { id: job, tool: 'convert' }, 4),
    );
    await database.query('update network.balances set remaining = remaining + 1');
    await database.query(
      `insert into network.ledger (account, credit_window, kind, credits, job)
       select account, credit_window, 'refund', 3, job from network.ledger where kind = 'charge'`,
    );
    const { imbalances, wrongRefunds, balances, entries } = await verifyLedger(database);
    assert.deepEqual(
      imbalances.map(({ remaining, sum }) => [remaining, sum]),
      [[11_997, 11_999]],
    );
    assert.deepEqual([wrongRefunds, balances, entries], [[job], 1, 3]);
  });
});
