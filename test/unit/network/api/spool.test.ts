import assert from 'node:assert/strict';
import { Spool } from '../../../../src/network/api/spool.ts';

describe('Spool', () => {
  it('promises no more room than there is', () => {
    const spool = new Spool(10);
    const first = spool.take(6);
    assert.throws(() => spool.take(5), { code: 'queue.pool_saturated' });
    spool.take(4);
    first.dispose();
    first.dispose();
    spool.take(6);
    assert.throws(() => spool.take(1), { code: 'queue.pool_saturated' });
  });
});
