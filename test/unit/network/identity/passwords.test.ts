import assert from 'node:assert/strict';
import { hashPassword, isPassword } from '../../../../src/network/identity/passwords.ts';

describe('Password hashes', () => {
  it('are computed for a few callers, and refused for more', async () => {
    const all = await Promise.allSettled(Array.from({ length: 25 }, async () => hashPassword('a')));
    const refused = all.filter(({ status }) => status === 'rejected');
    assert.deepEqual(
      refused.map((each) => each.status === 'rejected' && each.reason.code),
      Array.from({ length: 5 }, () => 'rate_limited'),
    );
    assert.ok(await isPassword(await hashPassword('a'), 'a'));
    assert.ok(!(await isPassword(await hashPassword('a'), 'b')));
  });
});
