import assert from 'node:assert/strict';
import { callerNetwork, plainAddress } from '../../../../../src/service/server/http/callerAddress.ts';

describe('plainAddress', () => {
  it('removes ports, zones, and the prefix of IPv4 addresses', () => {
    for (const [text, address] of [
      ['192.0.2.1', '192.0.2.1'],
      ['192.0.2.1:443', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['2001:db8::1', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['[2001:db8::1]:443', '2001:db8::1'],
      ['fe80::1%eth0', 'fe80::1'],
      ['192.0.2.1:', undefined],
      ['unknown', undefined],
      ['', undefined],
    ] as const)
      assert.equal(plainAddress(text), address, text);
  });
});

describe('callerNetwork', () => {
  it('is the /64 network of an IPv6 address, however it is written, and a whole IPv4 address', () => {
    for (const [text, network] of [
      ['192.0.2.1:443', '192.0.2.1'],
      ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
      ['2001:0DB8:0:1::5', '2001:db8:0:1'],
      ['2001:db8::5', '2001:db8:0:0'],
      ['::1', '0:0:0:0'],
      ['1::2:3:4:5:192.0.2.1', '1:0:2:3'],
      ['anything else', 'unknown'],
      [undefined, 'unknown'],
    ] as const)
      assert.equal(callerNetwork(text), network, text);
  });
});
