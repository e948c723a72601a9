import assert from 'node:assert/strict';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { parseEstimate, parseOptionsSchema } from '../../../src/contract/estimate.ts';

const record = { planId: 'pro-1', planName: 'Pro', tier: 'PRO', totalCredits: 12_000 };

describe('parseEntitlements', () => {
  it('reads the four documented fields, the tier in any case', () => {
    assert.partialDeepStrictEqual(parseEntitlements(record), {
      planId: 'pro-1',
      planName: 'Pro',
      tier: 'pro',
      totalCredits: 12_000,
      balance: undefined,
    });
  });

  it('reads numbers that are written as text, and identifiers that are numbers', () => {
    const read = parseEntitlements({ planId: 7, tier: 'free', totalCredits: '50' });
    assert.equal(read.planId, '7');
    assert.equal(read.totalCredits, 50);
  });

  for (const field of ['remainingCredits', 'creditBalance', 'availableCredits', 'balance', 'remaining']) {
    it(`reads a balance from ${field}`, () => {
      assert.equal(parseEntitlements({ data: { ...record, [field]: 17 } }).balance, 17);
    });
  }

  it('computes the balance from what is used', () => {
    assert.equal(parseEntitlements({ ...record, usedCredits: 100 }).balance, 11_900);
  });

  it('takes every plan for one that charges but where the service says that it does not', () => {
    assert.equal(parseEntitlements({ planId: 'p', charges: false }).charges, false);
    for (const facts of [{}, { charges: true }, { charges: 'false' }, { charges: false, totalCredits: 50 }]) {
      assert.equal(parseEntitlements({ planId: 'p', ...facts }).charges, true, JSON.stringify(facts));
    }
  });

  it('knows no tier that api.md does not list', () => {
    assert.equal(parseEntitlements({ ...record, tier: 'Enterprise' }).tier, undefined);
  });

  for (const body of [null, [], 'Pro', {}, { message: 'Hello' }]) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      assert.throws(() => parseEntitlements(body), { name: 'ShapeError' });
    });
  }
});

describe('parseEstimate', () => {
  for (const body of [3, '3', { credits: 3 }, { estimatedCost: '3' }, { data: { cost: 3 } }]) {
    it(`reads ${JSON.stringify(body)}`, () => {
      assert.equal(parseEstimate(body), 3);
    });
  }

  for (const body of [null, [], {}, 'free', { credits: 'some' }]) {
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

  it('refuses what is no object', () => {
    assert.throws(() => parseOptionsSchema(['quality']), { name: 'ShapeError', missing: 'schema' });
  });
});
