import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import type { NetworkService } from '../../../src/jobs/core/service.ts';
import { withForwardProxy } from '../../support/http/forwardProxy.ts';
import {
  aJob,
  direct,
  failureOf,
  never,
  rejection,
  testKey,
  withNetwork,
} from '../../support/http/networkFixture.ts';
import { closedPort } from '../../support/http/port.ts';
import { inTurn, json, type Reply, reset, text, withServer } from '../../support/http/scriptedServer.ts';

const announcement = '/.well-known/file-utility';
const plain = '/convert/job/7/download';
const signed = `${plain}?signed=1`;
const binary = 'application/octet-stream';

/** A service that announces something, and replies in the same way to all other requests. */
const announcing =
  (signedDownloads: unknown, other: Reply): Reply =>
  (request, response) =>
    (request.url === announcement ? json(200, { signedDownloads }) : other)(request, response);

/** A service that redirects signed downloads to an address, and otherwise delivers the file itself. */
const redirecting = (location: string): Reply =>
  announcing(true, (request, response) => {
    const replies: Readonly<Record<string, Reply>> = {
      [signed]: text(307, 'text/plain', '', { location }),
      [plain]: text(200, binary, 'from the service'),
    };
    const reply = replies[request.url ?? ''] ?? json(401, { error: 'api_key.invalid', detail: '' });
    return reply(request, response);
  });

/** Sends the beginning of a body. */
const stalling: Reply = (_, response) => {
  response.writeHead(200, { 'content-type': binary, 'content-length': 100 });
  response.write('half');
};

/** Breaks the connection in the middle of a body. */
const breakingOff: Reply = (request, response) => {
  response.writeHead(200, { 'content-type': binary, 'content-length': 100 });
  response.write('half', () => request.socket.resetAndDestroy());
};

const download = async (service: NetworkService) =>
  textOf((await service.download('convert', aJob, never())).body);

const urls = (seen: readonly { readonly url: string }[]) => seen.map(({ url }) => url);

describe('A signed download', () => {
  it('comes from the store without the key, and the log hides its address', async () => {
    await withServer(text(200, binary, 'from the store'), async (store) => {
      const location = `${store.baseUrl.href}bucket/file?X-Amz-Signature=abc`;
      await withNetwork(redirecting(location), async ({ service, server, logged }) => {
        await service.extensions(never());
        assert.equal(await download(service), 'from the store');
        assert.deepEqual(urls(server.seen), [announcement, signed]);
        assert.deepEqual(urls(store.seen), ['/bucket/file?X-Amz-Signature=abc']);
        assert.ok(!JSON.stringify(store.seen).includes(testKey));
        assert.ok(!/bucket|abc/.test(logged.join('\n')));
      });
    });
  });

  it('is only requested from a service that announces it', async () => {
    await withNetwork(announcing('yes', text(200, binary, 'ordinary')), async ({ service, server }) => {
      assert.equal(await download(service), 'ordinary');
      await service.extensions(never());
      assert.equal(await download(service), 'ordinary');
      assert.deepEqual(urls(server.seen), [plain, announcement, plain]);
    });
  });

  const failures: Readonly<Record<string, Reply>> = {
    'refuses the address': text(403, 'application/xml', '<Error>Request has expired</Error>'),
    'doesn’t have the file': text(404, 'application/xml', '<Error>NoSuchKey</Error>'),
    'is overloaded': text(503, 'application/xml', '<Error>SlowDown</Error>'),
    'is replaced by a web page': text(200, 'text/html', '<html>This site is blocked</html>'),
    'breaks the connection': reset,
    'redirects in a loop': text(302, 'text/plain', '', { location: '/again' }),
  };
  for (const [failure, reply] of Object.entries(failures)) {
    it(`comes from the service, like those of the next ten minutes, if the store ${failure}`, async () => {
      await withServer(reply, async (store) => {
        const location = `${store.baseUrl.href}bucket/file?X-Amz-Signature=abc`;
        await withNetwork(redirecting(location), async ({ service, server, clock, logged }) => {
          await service.extensions(never());
          assert.equal(await download(service), 'from the service');
          assert.equal(await download(service), 'from the service');
          assert.deepEqual(urls(server.seen), [announcement, signed, plain, plain]);
          await clock.advance(600_000);
          assert.equal(await download(service), 'from the service');
          assert.deepEqual(urls(server.seen).slice(4), [signed, plain]);
          assert.ok(!/bucket|abc/.test(logged.join('\n')));
        });
      });
    });
  }

  it('comes from the service if the store can’t be reached, or has an address of another kind', async () => {
    const closed = `http://127.0.0.1:${await closedPort()}/file`;
    for (const location of [closed, 'file:///etc/passwd', 'data:,bytes', 'ftp://a/b']) {
      await withNetwork(redirecting(location), async ({ service, server }) => {
        await service.extensions(never());
        assert.equal(await download(service), 'from the service', location);
        assert.deepEqual(urls(server.seen), [announcement, signed, plain]);
      });
    }
  });

  it('is repeated from the service after the store broke off in the middle', async () => {
    await withServer(breakingOff, async (store) => {
      await withNetwork(redirecting(store.baseUrl.href), async ({ service, server }) => {
        await service.extensions(never());
        assert.equal((await failureOf(download(service)))['code'], 'transport.interrupted');
        assert.equal(await download(service), 'from the service');
        assert.deepEqual(urls(server.seen), [announcement, signed, plain]);
      });
    });
  });

  it('never gives the key to a store behind the service’s own address', async () => {
    await withNetwork(redirecting('/store/file'), async ({ service, server }) => {
      await service.extensions(never());
      assert.equal(await download(service), 'from the service');
      const atStore = server.seen.filter(({ url }) => url === '/store/file');
      assert.deepEqual(
        atStore.map(({ headers }) => headers['x-service-api-key']),
        [undefined],
      );
    });
  });

  it('reaches no address of this computer for a service elsewhere', async () => {
    await withServer(text(200, binary, 'an internal page'), async (internal) => {
      await withServer(redirecting(internal.baseUrl.href), async ({ baseUrl, seen }) => {
        // The client only sees the proxy's address, which says nothing about the service's.
        await withForwardProxy(async ({ url }) => {
          const proxy = { ...direct, enabled: true, proxy: url.href, noProxy: ['127.0.0.1'] };
          const named = new URL(`http://service.test:${baseUrl.port}`);
          await withNetwork(
            reset,
            async ({ service }) => {
              await service.extensions(never());
              assert.equal(await download(service), 'from the service');
              assert.deepEqual([urls(seen), internal.seen], [[announcement, signed, plain], []]);
            },
            { baseUrl: named, proxy },
          );
        });
      });
    });
  });

  it('fails with the service’s own refusal', async () => {
    await withNetwork(
      announcing(true, json(410, { error: 'jobs.expired', detail: '' })),
      async ({ service, server }) => {
        await service.extensions(never());
        assert.equal((await failureOf(download(service)))['code'], 'jobs.expired');
        assert.deepEqual(urls(server.seen), [announcement, signed]);
      },
    );
  });

  it('ends with the signal’s reason at any time, which doesn’t count as a failure of the store', async () => {
    const asked = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const silent: Reply = (request) => {
      void once(request.socket, 'close').then(() => closed.resolve());
      asked.resolve();
    };
    await withServer(inTurn(silent, stalling, text(200, binary, 'from the store')), async (store) => {
      await withNetwork(redirecting(store.baseUrl.href), async ({ service, server }) => {
        await service.extensions(never());
        const abort = new AbortController();
        const failed = rejection(service.download('convert', aJob, abort.signal));
        await asked.promise;
        const reason = new Error('Canceled');
        abort.abort(reason);
        assert.equal(await failed, reason);
        await closed.promise;
        const later = new AbortController();
        const { body } = await service.download('convert', aJob, later.signal);
        const broken = rejection(textOf(body));
        later.abort(reason);
        assert.equal(await broken, reason);
        assert.equal(await download(service), 'from the store');
        assert.deepEqual(urls(server.seen), [announcement, signed, signed, signed]);
      });
    });
  });
});
