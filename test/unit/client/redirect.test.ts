import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { aJob, direct, failureOf, never, withNetwork } from '../../support/http/networkFixture.ts';
import { privateAuthority } from '../../support/http/privateAuthority.ts';
import { json, text, withServer } from '../../support/http/scriptedServer.ts';

const list = json(200, ['png-webp']);
const redirect = (location: string): ReturnType<typeof text> => text(302, 'text/plain', '', { location });

describe('A redirect', () => {
  it('is followed within the origin, with the key', async () => {
    await withNetwork(
      (request, response) =>
        (request.url === '/convert/conversions' ? redirect('/v1/list?page=1') : list)(request, response),
      async ({ client, server }) => {
        assert.deepEqual(await client.conversions(never()), [{ from: 'png', to: 'webp' }]);
        assert.equal(server.seen[1]?.url, '/v1/list?page=1');
        assert.ok(server.seen[1].headers['x-service-api-key']);
      },
    );
  });

  it('isn’t followed to another origin, so that the key stays', async () => {
    await withServer(list, async (other) => {
      await withNetwork(redirect(`${other.baseUrl.origin}/convert/conversions`), async ({ client }) => {
        const error = await failureOf(client.conversions(never()));
        assert.equal(error['code'], 'transport.redirected');
        assert.ok(String(error['message']).includes(other.baseUrl.origin));
        assert.equal(other.seen.length, 0);
      });
    });
  });

  it('fails if it leads in a loop', async () => {
    await withNetwork(redirect('/convert/conversions'), async ({ client, server }) => {
      assert.equal((await failureOf(client.conversions(never())))['code'], 'transport.redirected');
      assert.equal(server.seen.length, 6);
    });
  });

  it('isn’t an answer of the API if it has no address', async () => {
    await withNetwork(text(302, 'text/html', ''), async ({ client, clock }) => {
      const error = await clock.runUntil(failureOf(client.conversions(never())));
      assert.equal(error['code'], 'transport.unreadable');
    });
  });
});

describe('A redirected download', () => {
  it('comes from another origin without the key, and the log hides its address', async () => {
    await withServer(text(200, 'image/webp', 'the bytes'), async (storage) => {
      const location = `${storage.baseUrl.href}bucket/file?signature=abc`;
      await withNetwork(redirect(location), async ({ service, logged }) => {
        const { body } = await service.download('convert', aJob, never());
        assert.equal(String(await buffer(body)), 'the bytes');
        const [seen] = storage.seen;
        assert.equal(seen?.url, '/bucket/file?signature=abc');
        assert.deepEqual(
          Object.keys(seen.headers).filter((name) => name.startsWith('x-')),
          [],
        );
        assert.ok(!logged.join('\n').includes('bucket') && !logged.join('\n').includes('signature'));
      });
    });
  });

  it('follows the storage’s redirects, but never again with the key', async () => {
    await withServer(text(200, 'image/webp', 'bytes'), async (second) => {
      await withServer(redirect(`${second.baseUrl.href}there`), async (first) => {
        await withNetwork(redirect(`${first.baseUrl.href}here`), async ({ service }) => {
          await buffer((await service.download('convert', aJob, never())).body);
          assert.equal(second.seen[0]?.headers['x-service-api-key'], undefined);
        });
      });
    });
  });

  it('fails if it leads in a loop', async () => {
    await withServer(redirect('/again'), async (storage) => {
      await withNetwork(redirect(storage.baseUrl.href), async ({ service }) => {
        const failed = await failureOf(service.download('convert', aJob, never()));
        assert.equal(failed['code'], 'transport.unsafe_redirect');
        assert.equal(storage.seen.length, 5);
      });
    });
  });

  it('isn’t fetched less securely than the service is', async () => {
    const { server: tls } = await privateAuthority();
    await withServer(text(200, 'image/webp', 'bytes'), async (storage) => {
      const unchecked = { proxy: { ...direct, strictSsl: false } };
      await withNetwork(
        redirect(storage.baseUrl.href),
        async ({ service }) => {
          const failed = await failureOf(service.download('convert', aJob, never()));
          assert.equal(failed['code'], 'transport.unsafe_redirect');
          assert.equal(storage.seen.length, 0);
        },
        { tls, ...unchecked },
      );
    });
  });

  it('isn’t read from a file, a socket, or the address itself', async () => {
    for (const target of ['file:///etc/passwd', 'http+unix://%2Frun%2Fa.sock/', 'data:,bytes', 'ftp://a/b']) {
      await withNetwork(redirect(target), async ({ service }) => {
        const failed = await failureOf(service.download('convert', aJob, never()));
        assert.equal(failed['code'], 'transport.unsafe_redirect', target);
      });
    }
  });

  it('fails with an error about the storage, not about the service’s address', async () => {
    await withServer(text(403, 'application/xml', '<Error>Expired</Error>'), async (storage) => {
      await withNetwork(redirect(storage.baseUrl.href), async ({ service }) => {
        const failed = await failureOf(service.download('convert', aJob, never()));
        assert.partialDeepStrictEqual(failed, { code: 'transport.storage', status: 403 });
      });
    });
  });
});
