import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { readConfiguration } from '../../../src/network/configuration.ts';
import {
  pagesAddress,
  publicAddress,
  proxiesOf,
  refusePlainConnections,
} from '../../../src/network/listenAddress.ts';

const configured = (env: NodeJS.ProcessEnv) =>
  readConfiguration({ FUN_DATABASE_URL: 'postgres://localhost/network', ...env }, undefined);

describe('publicAddress', () => {
  it('is loopback unless another is configured', () => {
    assert.deepEqual(publicAddress(configured({})), { host: '127.0.0.1', port: 8787, isLoopback: true });
    assert.equal(publicAddress(configured({ FUN_LISTEN: '[::1]:1' })).isLoopback, true);
  });

  it('is a public address only with TLS or a trusted proxy', () => {
    const env = { FUN_LISTEN: '0.0.0.0:8787' };
    assert.throws(() => publicAddress(configured(env)), {
      name: 'ConfigurationError',
      message:
        /^Other computers can reach 0\.0\.0\.0:8787, so it needs TLS\. Set FUN_TLS_CERTIFICATE_FILE, or FUN_TRUSTED_PROXIES/,
    });
    assert.ok(publicAddress(configured({ ...env, FUN_TRUSTED_PROXIES: '10.0.0.0/8' })));
    assert.ok(publicAddress(configured({ ...env, FUN_TLS_CERTIFICATE_FILE: 'certificate.pem' })));
  });

  it('has a host and a port', () => {
    for (const listen of ['8787', 'localhost:8787', '127.0.0.1:', '127.0.0.1:99999'])
      assert.throws(() => publicAddress(configured({ FUN_LISTEN: listen })), {
        message: /^FUN_LISTEN must be an address/,
      });
  });
});

describe('pagesAddress', () => {
  const proxies = { FUN_TRUSTED_PROXIES: '192.0.2.7' };
  const authUrl = { FUN_AUTH_URL: 'https://accounts.example.com' };
  const everywhere = { FUN_ACCOUNTS_LISTEN: '0.0.0.0:8788' };

  it('needs an address for browsers if other computers reach the pages', () => {
    const env = { ...everywhere, ...proxies };
    assert.throws(() => pagesAddress(configured(env)), {
      message:
        /^Other computers can reach 0\.0\.0\.0:8788, so set FUN_AUTH_URL to the https address [^.]*\.[^ ]*\.$/,
    });
    assert.equal(pagesAddress(configured({ ...env, ...authUrl })).isLoopback, false);
  });

  it('needs the proxy that provides TLS', () => {
    assert.throws(() => pagesAddress(configured(authUrl)), {
      message:
        /^The account pages at https:\/\/accounts\.example\.com need TLS\. Set FUN_TLS_CERTIFICATE_FILE, or FUN_TRUSTED_PROXIES /,
    });
    assert.ok(pagesAddress(configured({ ...authUrl, ...proxies })));
  });
});

const isClosed = (address: string, env: NodeJS.ProcessEnv): boolean => {
  const server = new EventEmitter();
  refusePlainConnections(server, configured(env));
  let closed = false;
  server.emit('connection', { remoteAddress: address, destroy: () => (closed = true) });
  return closed;
};

describe('refusePlainConnections', () => {
  it('closes connections of other computers than the proxies, which alone provide TLS', () => {
    const env = { FUN_TRUSTED_PROXIES: '192.0.2.7' };
    for (const address of ['192.0.2.8', '::ffff:192.0.2.8', '2001:db8::1', ''])
      assert.ok(isClosed(address, env), address);
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '127.0.0.1', '::1'])
      assert.ok(!isClosed(address, env), address);
  });

  it('closes none if the server itself provides TLS', () => {
    const env = { FUN_TRUSTED_PROXIES: '192.0.2.7', FUN_TLS_CERTIFICATE_FILE: 'certificate.pem' };
    assert.ok(!isClosed('192.0.2.8', env));
  });
});

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
