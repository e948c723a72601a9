import assert from 'node:assert/strict';
import { publicAddress } from '../../../../src/network/api/publicAddress.ts';
import { readConfiguration } from '../../../../src/network/configuration/configuration.ts';

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
