import assert from 'node:assert/strict';
import { proxiesOf } from '../../../../src/network/api/trustedProxies.ts';

const trusted = (...trustedProxies: string[]) => proxiesOf({ trustedProxies });

describe('proxiesOf', () => {
  it('trusts callers from a listed address or network', () => {
    const trusts = trusted('192.0.2.7', '10.0.0.0/8', '2001:db8::/32', '::1');
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '10.1.2.3', '2001:db8::5', '::1'])
      assert.ok(trusts(address, 0), address);
    for (const address of ['192.0.2.8', '11.1.2.3', '2001:db9::5', '::2', 'nonsense', '', 'fe80::1%eth0'])
      assert.ok(!trusts(address, 0), address);
  });

  it('skips a proxy before it that is listed by its own address', () => {
    const trusts = trusted('192.0.2.7', '10.0.0.0/8', '10.0.0.5/32');
    assert.ok(trusts('192.0.2.7', 1) && trusts('10.0.0.5', 2));
    assert.ok(!trusts('10.0.0.6', 1));
  });

  it('trusts nobody if none is listed', () => {
    assert.ok(!trusted()('127.0.0.1', 0));
  });

  for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', '::1/129']) {
    it(`rejects ${wrong} as an address in one sentence`, () => {
      assert.throws(() => trusted(wrong), {
        name: 'ConfigurationError',
        message: /^FUN_TRUSTED_PROXIES must be addresses .*, not ".*"\.$/,
      });
    });
  }
});
