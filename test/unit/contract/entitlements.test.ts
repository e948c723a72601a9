import assert from 'node:assert/strict';
import { parseEntitlements, parseEstimate } from '../../../src/contract/entitlements.ts';
import { parseOptionsSchema } from '../../../src/contract/options.ts';

const record = { planId: 'pro-1', planName: 'Pro', tier: 'PRO', totalCredits: 12_000 };

describe('parseEntitlements', () => {
  it('reads the four documented fields, with the tier in any case', () => {
    assert.partialDeepStrictEqual(parseEntitlements(record), {
      planId: 'pro-1',
      planName: 'Pro',
      tier: 'pro',
      totalCredits: 12_000,
      balance: undefined,
    });
  });

  it('reads numbers written as text, and identifiers that are numbers', () => {
    const read = parseEntitlements({ planId: 7, tier: 'free', totalCredits: '50' });
    assert.equal(read.planId, '7');
    assert.equal(read.totalCredits, 50);
  });

  for (const field of ['remainingCredits', 'creditBalance', 'availableCredits', 'balance', 'remaining']) {
    it(`reads a balance from ${field}`, () => {
      assert.equal(parseEntitlements({ data: { ...record, [field]: 17 } }).balance, 17);
    });
  }

  it('reads a balance from an object with credit figures', () => {
    const bodies = [
      { credits: { remaining: 17, used: 3 } },
      { credits: { available: '17' } },
      { wallet: { balance: 17 } },
      { balance: { amount: 17 } },
      { remainingCredits: { value: 17 } },
    ];
    for (const figures of bodies)
      assert.equal(parseEntitlements({ ...record, ...figures }).balance, 17, JSON.stringify(figures));
  });

  it('computes the balance from the used credits', () => {
    assert.equal(parseEntitlements({ ...record, usedCredits: 100 }).balance, 11_900);
    assert.equal(parseEntitlements({ ...record, credits: { used: 100 } }).balance, 11_900);
    assert.equal(parseEntitlements({ ...record, usedCredits: 12_001 }).balance, undefined);
  });

  it('reads thousands separators', () => {
    const read = parseEntitlements({ ...record, totalCredits: '12,000', remainingCredits: '1,200' });
    assert.partialDeepStrictEqual(read, { totalCredits: 12_000, balance: 1200 });
  });

  it('has no balance if the service says there is no limit', () => {
    for (const figures of [
      { remainingCredits: -1 },
      { totalCredits: '-1' },
      { credits: { remaining: -1 } },
      { balance: 'Unlimited' },
    ]) {
      const read = parseEntitlements({ ...record, ...figures });
      assert.deepEqual([read.totalCredits, read.balance, read.charges], [undefined, undefined, true]);
    }
  });

  it('has no balance if two figures differ', () => {
    const read = parseEntitlements({ ...record, creditBalance: 500, availableCredits: 480 });
    assert.equal(read.balance, undefined);
  });

  it('assumes that a plan charges unless the service denies it', () => {
    assert.equal(parseEntitlements({ planId: 'p', charges: false }).charges, false);
    for (const facts of [{}, { charges: true }, { charges: 'false' }, { charges: false, totalCredits: 50 }]) {
      assert.equal(parseEntitlements({ planId: 'p', ...facts }).charges, true, JSON.stringify(facts));
    }
  });

  it('knows only the tiers listed in api.md', () => {
    assert.equal(parseEntitlements({ ...record, tier: 'Enterprise' }).tier, undefined);
  });

  for (const body of [null, [], 'Pro', {}, { message: 'Hello' }]) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      assert.throws(() => parseEntitlements(body), { name: 'ShapeError' });
    });
  }
});

describe('parseEstimate', () => {
  for (const body of [
    3,
    '3',
    { credits: 3 },
    { estimatedCost: '3' },
    { data: { cost: 3 } },
    { estimate: { credits: 3 } },
    { credits: { amount: 3 } },
    { minimum: 1, maximum: 3 },
    { estimate: { min: 1, max: 3 } },
    { credits: { low: 1, high: 3 } },
    { cost: { total: '3' } },
    { requiredCredits: 3, total: 5 },
    { data: { result: { minCredits: 3, maxCredits: 3 } } },
    { from: 'png', to: 'webp', estimatedCredits: 3, balance: 50 },
    [{ credits: 3 }],
  ]) {
    it(`reads ${JSON.stringify(body)}`, () => {
      assert.equal(parseEstimate(body), 3);
    });
  }

  for (const body of [
    null,
    [],
    {},
    'free',
    { credits: 'some' },
    { credits: -1 },
    { minimum: 1 },
    { minimum: 3, maximum: 1 },
    { amount: 3, currency: 'EUR' },
    { estimatedCredits: 3, creditCost: 2 },
    [{ credits: 3 }, { credits: 4 }],
  ]) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      assert.throws(() => parseEstimate(body), { name: 'ShapeError', missing: 'credits' });
    });
  }
});

describe('parseOptionsSchema', () => {
  const schema = { type: 'object', properties: { quality: { type: 'integer' } } };

  for (const [name, body] of Object.entries({
    'a bare schema': schema,
    'a schema in an envelope': { data: schema },
    'a schema beside the pair': { from: 'png', to: 'webp', schema },
  })) {
    it(`reads ${name}`, () => {
      assert.deepEqual(parseOptionsSchema(body), schema);
    });
  }

  it('refuses anything but an object', () => {
    assert.throws(() => parseOptionsSchema(['quality']), { name: 'ShapeError', missing: 'schema' });
  });
});
