import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { balanceOf, KnownWallet, type WalletFacts } from '../../../src/credits/wallet.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

function build({
  store = new MemoryStore(),
  clock = new FakeClock(Date.UTC(2030, 0, 10, 12)),
  keyId = 'a',
} = {}) {
  const service = { asked: 0, fails: false };
  const wallet = new KnownWallet({
    load: async () => {
      service.asked += 1;
      if (service.fails) throw new Error('no answer');
      return parseEntitlements({ planId: 'free', planName: 'Free', tier: 'Free', totalCredits: 50 });
    },
    store,
    clock,
  });
  wallet.use(keyId);
  return { wallet, service, store, clock };
}

const now = Date.UTC(2030, 0, 10, 12);

describe('Wallet', () => {
  it('asks the service once for many spends', async () => {
    const { wallet, service, clock } = build();
    await wallet.refresh();
    for (let job = 0; job < 20; job += 1) await wallet.charged({ job: String(job), credits: 1, at: now });
    await clock.advance(5000);
    assert.equal(service.asked, 2);
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 30 });
  });

  it('refunds a failed job’s cost', async () => {
    const { wallet } = build();
    await wallet.refresh();
    await wallet.charged({ job: '1', credits: 1, at: now });
    await wallet.charged({ job: '1', credits: 0, at: now });
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 50 });
  });

  it('counts a job’s cost once, however often and by whichever session it is reported', async () => {
    const first = build();
    await first.wallet.charged({ job: '1', credits: 1, at: now });
    await first.wallet.charged({ job: '1', credits: 7, at: now });
    const again = build(first);
    await again.wallet.charged({ job: '1', credits: 7, at: now });
    await again.wallet.refresh();
    assert.deepEqual(again.wallet.balance(), { kind: 'estimated', credits: 43 });
  });

  it('doesn’t count anything again in an ended window', async () => {
    const { wallet } = build();
    await wallet.refresh();
    await wallet.charged({ job: '1', credits: 9, at: now - 86_400_000 });
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 50 });
  });

  it('remembers spending across sessions, but not with another key', async () => {
    const first = build();
    await first.wallet.charged({ job: '1', credits: 5, at: now });
    const again = build(first);
    await again.wallet.refresh();
    assert.deepEqual(again.wallet.balance(), { kind: 'estimated', credits: 45 });
    const other = build({ ...first, keyId: 'b' });
    await other.wallet.refresh();
    assert.deepEqual(other.wallet.balance(), { kind: 'estimated', credits: 50 });
  });

  it('learns the balance from a refusal', async () => {
    const { wallet } = build();
    await wallet.refresh();
    await wallet.refused(3);
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 3 });
  });

  it('forgets what it knows when the key changes', async () => {
    const { wallet } = build();
    await wallet.refresh();
    await wallet.refused(3);
    wallet.use('b');
    assert.deepEqual([wallet.entitlements, wallet.balance()], [undefined, { kind: 'unknown' }]);
    await wallet.refresh();
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 50 });
    wallet.use(undefined);
    assert.deepEqual(wallet.balance(), { kind: 'unknown' });
    wallet.use('a');
    assert.deepEqual(wallet.balance(), { kind: 'estimated', credits: 3 });
  });

  it('asks again if the key changes before the service answers', async () => {
    const { wallet, service } = build();
    const asked = wallet.refresh();
    wallet.use('b');
    await asked;
    assert.equal(service.asked, 2);
  });

  it('keeps what it knows if the service doesn’t answer', async () => {
    const { wallet, service, clock } = build();
    await wallet.refresh();
    service.fails = true;
    wallet.refreshSoon();
    await clock.advance(5000);
    assert.equal(service.asked, 2);
    assert.equal(wallet.entitlements?.planName, 'Free');
    await assert.rejects(wallet.refresh(), /no answer/);
  });

  it('reports every change, and asks nothing after it is disposed', async () => {
    const { wallet, service, clock } = build();
    let changes = 0;
    wallet.onDidChange(() => {
      changes += 1;
    });
    await wallet.refresh();
    await wallet.charged({ job: '1', credits: 1, at: now });
    assert.equal(changes, 2);
    wallet.dispose();
    await clock.advance(5000);
    assert.equal(service.asked, 1);
  });
});

const midMonth = Date.UTC(2030, 4, 15, 12);
const hourMs = 60 * 60 * 1000;
const free = parseEntitlements({ planId: 'free', tier: 'Free', totalCredits: 50 });
const pro = parseEntitlements({ planId: 'pro', tier: 'Pro', totalCredits: 12_000 });

function facts(overrides: Partial<WalletFacts>): WalletFacts {
  return { entitlements: free, askedAt: midMonth - hourMs / 2, refusal: undefined, spends: [], ...overrides };
}

describe('balanceOf', () => {
  const telling = parseEntitlements({ planId: 'free', totalCredits: 50, remainingCredits: 7 });
  const spends = [{ credits: 2, at: midMonth - hourMs }];

  it('trusts the service’s figure over earlier spending and refusals', () => {
    const refusal = { available: 3, at: midMonth - hourMs };
    const known = facts({ entitlements: telling, refusal, spends });
    assert.deepEqual(balanceOf(known, midMonth), { kind: 'exact', credits: 7 });
  });

  it('subtracts later spending from the service’s figure', () => {
    const known = facts({ entitlements: telling, spends: [...spends, { credits: 4, at: midMonth }] });
    assert.deepEqual(balanceOf(known, midMonth), { kind: 'estimated', credits: 3 });
  });

  it('trusts a refusal that came after the service’s figure', () => {
    const known = facts({ entitlements: telling, refusal: { available: 0, at: midMonth }, spends });
    assert.deepEqual(balanceOf(known, midMonth), { kind: 'estimated', credits: 0 });
  });

  it('continues from the last refusal of this window', () => {
    const refusal = { available: 5, at: midMonth - hourMs };
    const spends = [
      { credits: 20, at: midMonth - 2 * hourMs },
      { credits: 2, at: midMonth - 1 },
    ];
    assert.deepEqual(balanceOf(facts({ refusal, spends }), midMonth), { kind: 'estimated', credits: 3 });
  });

  it('subtracts today’s spending from a daily plan, and this month’s from a monthly plan', () => {
    const spends = [
      { credits: 10, at: midMonth - 13 * hourMs },
      { credits: 4, at: midMonth - hourMs },
    ];
    assert.deepEqual(balanceOf(facts({ spends }), midMonth), { kind: 'estimated', credits: 46 });
    assert.deepEqual(balanceOf(facts({ entitlements: pro, spends }), midMonth), {
      kind: 'estimated',
      credits: 11_986,
    });
  });

  it('never invents a figure', () => {
    assert.deepEqual(balanceOf(facts({ entitlements: undefined }), midMonth), { kind: 'unknown' });
    const entitlements = parseEntitlements({ planName: 'Odd' });
    assert.deepEqual(balanceOf(facts({ entitlements }), midMonth), { kind: 'unknown' });
  });

  it('is never negative', () => {
    const spends = [{ credits: 80, at: midMonth }];
    assert.deepEqual(balanceOf(facts({ spends }), midMonth), { kind: 'estimated', credits: 0 });
  });

  it('stays between zero and the plan’s credits after any spending, refusals, and refunds', () => {
    const at = fc.integer({ min: midMonth - 60 * 24 * hourMs, max: midMonth });
    const spends = fc.array(fc.record({ credits: fc.integer({ min: -60, max: 60 }), at }));
    const refusal = fc.option(fc.record({ available: fc.nat(50), at }), { nil: undefined });
    fc.assert(
      fc.property(spends, refusal, fc.constantFrom(free, pro), (spends, refusal, entitlements) => {
        const balance = balanceOf(facts({ entitlements, refusal, spends }), midMonth);
        assert.ok(balance.kind === 'estimated');
        assert.ok(balance.credits >= 0 && balance.credits <= (entitlements.totalCredits ?? 0));
      }),
    );
  });
});
