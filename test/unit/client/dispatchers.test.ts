import assert from 'node:assert/strict';
import { type ProxySettings, proxyRoutes, proxyTo } from '../../../src/client/dispatchers.ts';
import { isTransportError } from '../../../src/contract/errors.ts';
import { direct } from '../../support/http/networkFixture.ts';

const routes = (overrides: Partial<ProxySettings>): ReturnType<typeof proxyRoutes> =>
  proxyRoutes({ ...direct, enabled: true, ...overrides });

describe('proxyRoutes', () => {
  it('prefers the settings’ proxy for both schemes', () => {
    const { httpProxy, httpsProxy } = routes({
      proxy: 'http://set:1',
      env: { HTTP_PROXY: 'http://env:2', https_proxy: 'http://env:3' },
    });
    assert.deepEqual([httpProxy, httpsProxy], ['http://set:1/', 'http://set:1/']);
  });

  it('reads the environment in both spellings, and uses the HTTP proxy for HTTPS if it is the only one', () => {
    assert.equal(routes({ env: { http_proxy: 'http://env:2' } }).httpsProxy, 'http://env:2/');
    const { httpProxy, httpsProxy } = routes({ env: { HTTPS_PROXY: 'http://env:3' } });
    assert.deepEqual([httpProxy, httpsProxy], ['', 'http://env:3/']);
  });

  it('treats a proxy without a scheme as HTTP', () => {
    assert.equal(routes({ proxy: 'proxy.corp:8080' }).httpsProxy, 'http://proxy.corp:8080/');
  });

  for (const proxy of ['http://', 'pac+http://proxy', 'http://me:p%zz@proxy:8080', 'socks4://proxy']) {
    it(`refuses ${proxy} instead of bypassing it, and doesn’t repeat it`, () => {
      assert.throws(
        () => routes({ proxy }),
        (error) => isTransportError(error) && !error.message.includes('p%zz'),
      );
    });
  }

  it('has no proxy if proxies are off', () => {
    const { httpProxy, httpsProxy } = routes({ enabled: false, proxy: 'http://set:1' });
    assert.deepEqual([httpProxy, httpsProxy], ['', '']);
  });
});

describe('proxyTo', () => {
  const address = new URL('https://files.example:8443/api');
  const way = (overrides: Partial<ProxySettings>, url = address): string | undefined =>
    proxyTo(url, { ...direct, enabled: true, ...overrides });

  it('is the proxy’s host and port, without credentials', () => {
    assert.equal(way({ proxy: 'http://me:secret@proxy.example:3128' }), 'proxy.example:3128');
    assert.equal(way({ env: { HTTPS_PROXY: 'http://env:2' } }), 'env:2');
  });

  it('is empty without a proxy, or with an exception for the host', () => {
    const proxy = 'http://proxy.example:3128';
    assert.equal(way({}), undefined);
    assert.equal(way({ proxy, enabled: false }), undefined);
    for (const noProxy of ['files.example', '.example', '*.example', '*', 'files.example:8443']) {
      assert.equal(way({ proxy, noProxy: [noProxy] }), undefined, noProxy);
    }
    assert.equal(way({ proxy, noProxy: ['les.example', 'files.example:1'] }), 'proxy.example:3128');
    assert.equal(way({ proxy }, new URL('http://127.0.0.1:80')), undefined);
  });
});
