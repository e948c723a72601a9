import assert from 'node:assert/strict';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { Wallet } from '../../../src/credits/wallet.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

function build({
  store = new MemoryStore(),
  clock = new FakeClock(Date.UTC(2030, 0, 10, 12)),
  account = 'a',
} = {}) {
  const service = { asked: 0, fails: false };
  const wallet = new Wallet({
    load: async () => {
      service.asked += 1;
      if (service.fails) throw new Error('no answer');
      return parseEntitlements({ planId: 'free', planName: 'Free', tier: 'Free', totalCredits: 50 });
    },
    account: () => account,
    store,
    clock,
  });
  return { wallet, service, store, clock };
}

describe('Wallet', () => {
  it('asks the service once for many spends', async () => {
    const { wallet, service, clock } = build();
    await wallet.refresh();
    for (let spend = 0; spend < 20; spend += 1) await wallet.spent(1);
    await clock.advance(5000);
    assert.equal(service.asked, 2);
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 30 });
  });

  it('gives back what a failed job had cost', async () => {
    const { wallet } = build();
    await wallet.refresh();
    await wallet.spent(1);
    await wallet.spent(-1);
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 50 });
  });

  it('remembers spends across sessions, but not those of another account', async () => {
    const first = build();
    await first.wallet.spent(5);
    const again = build(first);
    await again.wallet.refresh();
    assert.deepEqual(again.wallet.balance(), { kind: 'estimated', credits: 45 });
    const other = build({ ...first, account: 'b' });
    await other.wallet.refresh();
    assert.deepEqual(other.wallet.balance(), { kind: 'estimated', credits: 50 });
  });

  it('learns the balance from a refusal', async () => {
    const { wallet } = build();
    await wallet.refresh();
    await wallet.refused(3);
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 3 });
  });

  it('keeps what it knows when the service does not answer', async () => {
    const { wallet, service, clock } = build();
    await wallet.refresh();
    service.fails = true;
    wallet.refreshSoon();
    await clock.advance(5000);
    assert.equal(service.asked, 2);
    assert.equal(wallet.entitlements?.planName, 'Free');
    await assert.rejects(wallet.refresh(), /no answer/);
  });

  it('tells of every change, and asks nothing after it is disposed', async () => {
    const { wallet, service, clock } = build();
    let changes = 0;
    wallet.onDidChange(() => {
      changes += 1;
    });
    await wallet.refresh();
    await wallet.spent(1);
    assert.equal(changes, 2);
    wallet.dispose();
    await clock.advance(5000);
    assert.equal(service.asked, 1);
  });
});
