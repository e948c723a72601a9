import assert from 'node:assert/strict';
import type { ProxySettings } from '../../../src/client/dispatchers.ts';
import { certainlyNotAccepted, isTransportError } from '../../../src/contract/errors.ts';
import { type ForwardProxy, withForwardProxy } from '../../support/http/forwardProxy.ts';
import { withBundledNetwork } from '../../support/http/networkBundle.ts';
import {
  aSubmission,
  direct,
  failureOf,
  never,
  type NetworkFixture,
  rejection,
} from '../../support/http/networkFixture.ts';
import { privateAuthority } from '../../support/http/privateAuthority.ts';
import { json, withServer } from '../../support/http/scriptedServer.ts';

const reply = json(200, { id: 1, tier: 'Pro' });
const credentials = { user: 'me', password: 'p@ss:word' };
const withCredentials = (url: URL): string =>
  `http://${credentials.user}:${encodeURIComponent(credentials.password)}@${url.host}`;

/** A client of a server at `service.test`, which only the proxy can resolve. */
async function throughProxy(
  settings: (proxy: ForwardProxy) => Partial<ProxySettings>,
  use: (fixture: NetworkFixture & { proxy: ForwardProxy; port: string }) => Promise<void>,
  options: { secret?: typeof credentials; tls?: { cert: string; key: string } } = {},
): Promise<void> {
  const { tls, secret } = options;
  await withServer(
    reply,
    async ({ baseUrl, seen }) => {
      await withForwardProxy(async (proxy) => {
        const named = new URL(`${baseUrl.protocol}//service.test:${baseUrl.port}`);
        const overrides = {
          baseUrl: named,
          proxy: { ...direct, enabled: true, strictSsl: false, ...settings(proxy) },
        };
        await withBundledNetwork(
          reply,
          async (fixture) => use({ ...fixture, server: { baseUrl, seen }, proxy, port: baseUrl.port }),
          overrides,
        );
      }, secret);
    },
    tls ? { tls } : {},
  );
}

describe('The shipped network code behind a proxy', () => {
  it('sends requests and submissions through the proxy', async () => {
    await throughProxy(
      (proxy) => ({ proxy: proxy.url.href }),
      async ({ client, service, proxy, server, port }) => {
        assert.equal((await client.entitlements('convert', never())).tier, 'pro');
        assert.equal((await service.submit(aSubmission(), never())).jobId, '1');
        assert.deepEqual(proxy.seen, [
          `GET http://service.test:${port}/convert/entitlements/me`,
          `POST http://service.test:${port}/convert`,
        ]);
        assert.equal(server.seen[1]?.headers['content-type']?.split(';')[0], 'multipart/form-data');
      },
    );
  });

  it('tunnels to an HTTPS address, so that the proxy sees no key', async () => {
    const { server: tls } = await privateAuthority();
    await throughProxy(
      (proxy) => ({ proxy: proxy.url.href }),
      async ({ client, service, proxy, port }) => {
        await client.entitlements('convert', never());
        await service.submit(aSubmission(), never());
        assert.deepEqual(proxy.seen, [`CONNECT service.test:${port}`, `CONNECT service.test:${port}`]);
      },
      { tls },
    );
  });

  it('sends the credentials in the proxy’s address', async () => {
    await throughProxy(
      (proxy) => ({ proxy: withCredentials(proxy.url) }),
      async ({ client, logged }) => {
        assert.equal((await client.entitlements('convert', never())).tier, 'pro');
        assert.ok(!logged.join('\n').includes(credentials.password));
      },
      { secret: credentials },
    );
  });

  for (const scheme of ['http', 'https']) {
    it(`is rejected for ${scheme} without credentials, and submits nothing`, async () => {
      const tls = scheme === 'https' ? { tls: (await privateAuthority()).server } : {};
      await throughProxy(
        (proxy) => ({ proxy: proxy.url.href }),
        async ({ service, server, clock }) => {
          const error = await clock.runUntil(rejection(service.submit(aSubmission(), never())));
          assert.equal(certainlyNotAccepted(error), true);
          assert.ok(isTransportError(error) && error.code === 'transport.unreachable');
          assert.equal(server.seen.length, 0);
        },
        { secret: credentials, ...tls },
      );
    });
  }

  for (const [name, settings] of [
    ['NO_PROXY', { env: { NO_PROXY: 'other.test,service.test' } }],
    ['the settings', { noProxy: ['.test'] }],
    ['proxySupport off', { enabled: false }],
  ] as const) {
    it(`bypasses the proxy because of ${name}`, async () => {
      await throughProxy(
        (proxy) => ({ proxy: proxy.url.href, ...settings }),
        async ({ client, proxy, clock }) => {
          const failure = await clock.runUntil(failureOf(client.entitlements('convert', never())));
          assert.equal(failure['code'], 'transport.unreachable');
          assert.equal(proxy.seen.length, 0);
        },
      );
    });
  }

  it('never uses the proxy for loopback', async () => {
    await withForwardProxy(async (proxy) => {
      const overrides = { proxy: { ...direct, enabled: true, proxy: proxy.url.href } };
      await withBundledNetwork(
        reply,
        async ({ client }) => {
          await client.entitlements('convert', never());
          assert.equal(proxy.seen.length, 0);
        },
        overrides,
      );
    });
  });
});
