import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { MemoryWallet } from '../../../../../src/service/server/jobs/wallet.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';

const dayMs = 86_400_000;
const noon = Date.UTC(2030, 4, 30, 12);

function wallet(amount: number, window: 'day' | 'month' = 'day') {
  const clock = new FakeClock(noon);
  return { clock, wallet: new MemoryWallet({ amount, window }, clock) };
}

describe('Wallet', () => {
  it('charges credits, and refunds only once', () => {
    const { wallet: own } = wallet(10);
    const charge = own.charge(4);
    assert.equal(own.balance, 6);
    own.refund(charge);
    own.refund(charge);
    assert.equal(own.balance, 10);
  });

  it('reports the required and available credits if some are left, but not enough', () => {
    const { wallet: own } = wallet(5);
    own.charge(3);
    assert.throws(() => own.charge(3), {
      code: 'entitlements.insufficient_credits',
      status: 402,
      detail: 'Insufficient credits. Required: 3, Available: 2',
    });
    assert.equal(own.balance, 2);
  });

  it('reports the daily limit if a day is used up, and credits if a month is', () => {
    const day = wallet(1).wallet;
    day.charge(1);
    assert.throws(() => day.charge(1), { code: 'usage.daily_limit_exceeded', status: 402 });
    const month = wallet(1, 'month').wallet;
    month.charge(1);
    assert.throws(() => month.charge(1), { code: 'entitlements.insufficient_credits' });
  });

  it('is full again on the next day or month, in UTC', async () => {
    const day = wallet(2);
    day.wallet.charge(2);
    await day.clock.advance(dayMs / 2 - 1);
    assert.equal(day.wallet.balance, 0);
    await day.clock.advance(1);
    assert.equal(day.wallet.balance, 2);

    const month = wallet(2, 'month');
    month.wallet.charge(2);
    await month.clock.advance(dayMs);
    assert.equal(month.wallet.balance, 0);
    await month.clock.advance(dayMs);
    assert.equal(month.wallet.balance, 2);
  });

  it('refunds nothing into a later window', async () => {
    const { wallet: own, clock } = wallet(5);
    const charge = own.charge(5);
    await clock.advance(dayMs);
    own.charge(1);
    own.refund(charge);
    assert.equal(own.balance, 4);
  });

  it('charges nothing without an allowance', () => {
    const own = new MemoryWallet(undefined, new FakeClock());
    assert.equal(own.charge(100).credits, 0);
    assert.equal(own.balance, undefined);
  });

  it('stays between zero and its total in any sequence', () => {
    const step = fc.record({ credits: fc.nat(8), refund: fc.boolean() });
    fc.assert(
      fc.property(fc.nat(20), fc.array(step), (total, steps) => {
        const own = wallet(total).wallet;
        const charges = [];
        let spent = 0;
        for (const { credits, refund } of steps) {
          const charge = refund ? charges.pop() : undefined;
          if (charge) {
            own.refund(charge);
            spent -= charge.credits;
          } else if (credits <= total - spent) {
            charges.push(own.charge(credits));
            spent += credits;
          } else {
            assert.throws(() => own.charge(credits));
          }
          assert.equal(own.balance, total - spent);
        }
      }),
    );
  });
});
