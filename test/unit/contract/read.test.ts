import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { asCredits, creditsIn } from '../../../src/contract/read.ts';

describe('asCredits', () => {
  for (const [value, credits] of [
    [1200, 1200],
    ['1200', 1200],
    ['1,200', 1200],
    ['1 200', 1200],
    ['1\u202F200', 1200],
    ['1’200.5', 1200.5],
    ['12,000,000', 12_000_000],
    ['1.200,50', 1200.5],
    ['1.200.000', 1_200_000],
    ['0.125', 0.125],
    ['1.5', 1.5],
    ['3 credits', 3],
    [0, 0],
  ] as const) {
    it(`reads ${JSON.stringify(value)} as ${credits}`, () => {
      assert.equal(asCredits(value), credits);
    });
  }

  for (const value of [
    -1,
    '-1',
    '1.200',
    '1,20',
    '1,2000',
    '1,200 300',
    '$3',
    'unlimited',
    '',
    '1e3',
    null,
    true,
  ]) {
    it(`doesn’t guess what ${JSON.stringify(value)} means`, () => {
      assert.equal(asCredits(value), undefined);
    });
  }

  it('reads numbers in the notations of different countries', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.constantFrom('en-US', 'de-CH', 'fr-FR', 'en-IN'), (number, locale) => {
        const text = number.toLocaleString(locale);
        assert.ok([number, undefined].includes(asCredits(text)), text);
        if (locale !== 'en-IN') assert.equal(asCredits(text), number);
      }),
    );
  });
});

describe('creditsIn', () => {
  const names = ['credits', 'creditCost', 'cost', 'price'];

  for (const [body, credits] of [
    [{ cost: 3 }, 3],
    [{ credits: { amount: 3 } }, 3],
    [{ cost: { credits: '3' } }, 3],
    [{ price: { value: { amount: 3, unit: 'credits' } } }, 3],
    [{ credits: 3, price: 0.02 }, 3],
    [{ credits: 47, creditCost: 3 }, 3],
    [{ cost: 3, price: 3 }, 3],
    [{ cost: 3, price: 0.02 }, undefined],
    [{ price: 0.02, currency: 'USD' }, undefined],
    [{ price: { amount: 0.02, currency: 'USD' } }, undefined],
    [{ credits: { min: 1 } }, undefined],
    [{ amount: 3 }, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(body)} as ${credits}`, () => {
      assert.equal(creditsIn(body, names), credits);
    });
  }
});
