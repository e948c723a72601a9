import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { balanceOf, type WalletFacts } from '../../../src/credits/balance.ts';

const now = Date.UTC(2030, 4, 15, 12);
const hourMs = 60 * 60 * 1000;
const free = parseEntitlements({ planId: 'free', tier: 'Free', totalCredits: 50 });
const pro = parseEntitlements({ planId: 'pro', tier: 'Pro', totalCredits: 12_000 });

function facts(overrides: Partial<WalletFacts>): WalletFacts {
  return { entitlements: free, askedAt: now - hourMs / 2, refusal: undefined, spends: [], ...overrides };
}

describe('balanceOf', () => {
  const telling = parseEntitlements({ planId: 'free', totalCredits: 50, remainingCredits: 7 });
  const spends = [{ credits: 2, at: now - hourMs }];

  it('trusts the service’s figure over earlier spending and refusals', () => {
    const refusal = { available: 3, at: now - hourMs };
    const known = facts({ entitlements: telling, refusal, spends });
    assert.deepEqual(balanceOf(known, now), { kind: 'exact', credits: 7 });
  });

  it('subtracts later spending from the service’s figure', () => {
    const known = facts({ entitlements: telling, spends: [...spends, { credits: 4, at: now }] });
    assert.deepEqual(balanceOf(known, now), { kind: 'estimated', credits: 3 });
  });

  it('trusts a refusal that came after the service’s figure', () => {
    const known = facts({ entitlements: telling, refusal: { available: 0, at: now }, spends });
    assert.deepEqual(balanceOf(known, now), { kind: 'estimated', credits: 0 });
  });

  it('continues from the last refusal of this window', () => {
    const refusal = { available: 5, at: now - hourMs };
    const spends = [
      { credits: 20, at: now - 2 * hourMs },
      { credits: 2, at: now - 1 },
    ];
    assert.deepEqual(balanceOf(facts({ refusal, spends }), now), { kind: 'estimated', credits: 3 });
  });

  it('subtracts today’s spending from a daily plan, and this month’s from a monthly plan', () => {
    const spends = [
      { credits: 10, at: now - 13 * hourMs },
      { credits: 4, at: now - hourMs },
    ];
    assert.deepEqual(balanceOf(facts({ spends }), now), { kind: 'estimated', credits: 46 });
    assert.deepEqual(balanceOf(facts({ entitlements: pro, spends }), now), {
      kind: 'estimated',
      credits: 11_986,
    });
  });

  it('never invents a figure', () => {
    assert.deepEqual(balanceOf(facts({ entitlements: undefined }), now), { kind: 'unknown' });
    const entitlements = parseEntitlements({ planName: 'Odd' });
    assert.deepEqual(balanceOf(facts({ entitlements }), now), { kind: 'unknown' });
  });

  it('is never negative', () => {
    const spends = [{ credits: 80, at: now }];
    assert.deepEqual(balanceOf(facts({ spends }), now), { kind: 'estimated', credits: 0 });
  });

  it('stays between zero and the plan’s credits after any spending, refusals, and refunds', () => {
    const at = fc.integer({ min: now - 60 * 24 * hourMs, max: now });
    const spends = fc.array(fc.record({ credits: fc.integer({ min: -60, max: 60 }), at }));
    const refusal = fc.option(fc.record({ available: fc.nat(50), at }), { nil: undefined });
    fc.assert(
      fc.property(spends, refusal, fc.constantFrom(free, pro), (spends, refusal, entitlements) => {
        const balance = balanceOf(facts({ entitlements, refusal, spends }), now);
        assert.ok(balance.kind === 'estimated');
        assert.ok(balance.credits >= 0 && balance.credits <= (entitlements.totalCredits ?? 0));
      }),
    );
  });
});
