import assert from 'node:assert/strict';
import { Spool } from '../../../../src/network/api/spool.ts';

const saturated = { code: 'queue.pool_saturated' };

describe('Spool', () => {
  it('promises no more space than there is', () => {
    const spool = new Spool(10);
    const first = spool.take(6, 'one');
    assert.throws(() => spool.take(5, 'two'), saturated);
    spool.take(4, 'two');
    first.dispose();
    first.dispose();
    spool.take(6, 'one');
    assert.throws(() => spool.take(1, 'three'), saturated);
  });

  it('promises an account one file of any size, and several up to half of the space', () => {
    const spool = new Spool(10);
    const large = spool.take(6, 'one');
    assert.throws(() => spool.take(1, 'one'), saturated);
    large.dispose();
    for (let taken = 0; taken < 5; taken += 1) spool.take(1, 'one');
    assert.throws(() => spool.take(1, 'one'), saturated);
    spool.take(5, 'two');
  });

  it('leaves room for others when two accounts take as much as they can', () => {
    const spool = new Spool(12);
    for (let taken = 0; taken < 6; taken += 1) spool.take(1, 'one');
    for (let taken = 0; taken < 3; taken += 1) spool.take(1, 'two');
    assert.throws(() => spool.take(1, 'two'), saturated);
    spool.take(3, 'three');
  });
});
