import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import type { NetworkService, Submission } from '../../../src/jobs/core/service.ts';
import {
  aSubmission,
  failureOf,
  never,
  rejection,
  testKey,
  withNetwork,
} from '../../support/http/networkFixture.ts';
import { afterBody, json, type Reply, reset, text, withServer } from '../../support/http/scriptedServer.ts';
import { readerOf } from '../../support/readerOf.ts';

const announcement = '/.well-known/file-utility';
const prepared = '/uploads?bytes=25';
const file = 'aaaaaaaaaabbbbbbbbbbccccc';
const sha256OfFirst = 'bf2cb58a68f684d95a3b78ef8f661c9a4e5b09e82cc8f9cc88cce90528caeb27';

const signature = 'AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=c';

/** Replies once the body has arrived. */
const reading = (reply: Reply): Reply => afterBody(() => {}, reply);

/** A service that signs parts of 10 bytes for a store. */
const signing =
  (store: string, others: Readonly<Record<string, Reply>> = {}): Reply =>
  (request, response) => {
    const url = request.url ?? '';
    const [route = ''] = url.split('?');
    const headers = { Authorization: signature, 'x-amz-content-sha256': sha256OfFirst };
    const replies: Readonly<Record<string, Reply>> = {
      [announcement]: json(200, { signedUploads: 20 }),
      '/uploads': json(201, { id: 'u', partBytes: 10 }),
      '/convert': reading(json(202, { id: '7' })),
      ...others,
    };
    const part = json(200, { url: `${store}bucket/${route.split('/').at(-1)}`, headers });
    return (replies[route] ?? part)(request, response);
  };

const submissionOf = (content = file, overrides: Partial<Submission> = {}) =>
  aSubmission({ sizeBytes: file.length, content: readerOf([Buffer.from(content)]), ...overrides });
const submit = (service: NetworkService, submission = submissionOf()) => service.submit(submission, never());
const routesOf = (seen: readonly { readonly url: string }[]) => seen.map(({ url }) => url.split('?')[0]);
const viaStore = ['/uploads', '/uploads/u/0', '/uploads/u/1', '/uploads/u/2', '/convert'];

describe('A signed upload', () => {
  it('sends parts to the store without the key, reports its progress, and is then submitted', async () => {
    const bodies: string[] = [];
    const storing: Reply = async (request, response) => {
      bodies.push(await textOf(request));
      response.end();
    };
    await withServer(storing, async (store) => {
      await withNetwork(signing(store.baseUrl.href), async ({ service, server, logged }) => {
        await service.extensions(never());
        const progress: number[] = [];
        const { jobId } = await submit(
          service,
          submissionOf(file, { onSent: (bytes) => progress.push(bytes) }),
        );
        assert.equal(jobId, '7');
        assert.deepEqual(bodies, ['aaaaaaaaaa', 'bbbbbbbbbb', 'ccccc']);
        assert.deepEqual(progress, [10, 20, 25]);
        assert.deepEqual(routesOf(server.seen), [announcement, ...viaStore]);
        assert.equal(server.seen[1]?.url, prepared);
        assert.equal(server.seen[2]?.url, `/uploads/u/0?sha256=${sha256OfFirst}`);
        assert.ok(
          store.seen.every(({ method, headers }) => method === 'PUT' && headers.authorization === signature),
        );
        assert.deepEqual(Object.keys(store.seen[0]?.headers ?? {}).toSorted(), [
          'accept-encoding',
          'authorization',
          'connection',
          'content-length',
          'content-type',
          'host',
          'x-amz-content-sha256',
        ]);
        assert.ok(!JSON.stringify(store.seen).includes(testKey));
        assert.ok(!/bucket|Signature/.test(logged.join('\n')));
      });
    });
  });

  it('is only for files that are large enough, at a service that announces it', async () => {
    await withNetwork(signing('http://127.0.0.1:1/'), async ({ service, server }) => {
      await submit(service);
      await service.extensions(never());
      await submit(service, aSubmission({ sizeBytes: 19, content: readerOf([Buffer.alloc(19)]) }));
      assert.deepEqual(routesOf(server.seen), ['/convert', announcement, '/convert']);
    });
  });

  const failures: Readonly<Record<string, Reply>> = {
    'refuses the request': reading(text(403, 'application/xml', '<Error>AccessDenied</Error>')),
    'is overloaded': reading(text(503, 'application/xml', '<Error>SlowDown</Error>')),
    'redirects elsewhere': reading(text(307, 'text/plain', '', { location: '/elsewhere' })),
    'breaks the connection': reset,
  };
  for (const [failure, reply] of Object.entries(failures)) {
    it(`fails if the store ${failure}, and files are sent to the service for the next ten minutes`, async () => {
      await withServer(reply, async (store) => {
        await withNetwork(signing(store.baseUrl.href), async ({ service, server, clock }) => {
          await service.extensions(never());
          const error = await clock.runUntil(failureOf(submit(service)));
          assert.deepEqual([error['code'], error['requestComplete']], ['transport.storage', false]);
          assert.ok(store.seen.length <= 4, String(store.seen.length));
          assert.ok(store.seen.every(({ url }) => url === '/bucket/0'));
          const before = server.seen.length;
          await submit(service);
          assert.deepEqual(routesOf(server.seen.slice(before)), ['/convert']);
          await clock.advance(600_000);
          await clock.runUntil(rejection(submit(service)));
          assert.equal(server.seen[before + 1]?.url, prepared);
        });
      });
    });
  }

  it('sends nothing to the store with headers that stores don’t need, and the file then goes to the service', async () => {
    await withServer(reading(text(200, 'text/plain', '')), async (store) => {
      const part = json(200, { url: `${store.baseUrl.href}bucket/0`, headers: { host: 'intranet' } });
      await withNetwork(
        signing(store.baseUrl.href, { '/uploads/u/0': part }),
        async ({ service, server }) => {
          await service.extensions(never());
          const { code, detail } = await failureOf(submit(service));
          assert.equal(code, 'transport.storage');
          assert.match(String(detail), /“headers”/);
          assert.deepEqual(store.seen, []);
          await submit(service);
          assert.equal(routesOf(server.seen).at(-1), '/convert');
        },
      );
    });
  });

  it('repeats a part after a temporary failure', async () => {
    let isFirst = true;
    const failingOnce: Reply = (request, response) => {
      const reply = reading(text(isFirst ? 503 : 200, 'text/plain', ''));
      isFirst = false;
      return reply(request, response);
    };
    await withServer(failingOnce, async (store) => {
      await withNetwork(signing(store.baseUrl.href), async ({ service, clock }) => {
        await service.extensions(never());
        await clock.runUntil(submit(service));
        assert.deepEqual(routesOf(store.seen), ['/bucket/0', '/bucket/0', '/bucket/1', '/bucket/2']);
      });
    });
  });

  it('is an ordinary submission if the service doesn’t prepare it', async () => {
    for (const reply of [
      json(503, { error: 'queue.pool_saturated', detail: '' }),
      json(201, { id: 'u' }),
      reset,
    ]) {
      await withNetwork(
        signing('http://127.0.0.1:1/', { '/uploads': reply }),
        async ({ service, server }) => {
          await service.extensions(never());
          assert.equal((await submit(service)).jobId, '7');
          assert.deepEqual(routesOf(server.seen), [announcement, '/uploads', '/convert']);
        },
      );
    }
  });

  it('fails like an ordinary submission, unless the service doesn’t find the upload', async () => {
    const stored: Reply = reading(text(200, 'text/plain', ''));
    for (const [reply, code, requestComplete] of [
      [reading(json(404, { error: 'request.not_found', detail: '' })), 'transport.storage', false],
      [
        reading(json(402, { error: 'entitlements.insufficient_credits', detail: '' })),
        'entitlements.insufficient_credits',
        undefined,
      ],
      [reading(reset), 'transport.interrupted', true],
    ] as const) {
      await withServer(stored, async (store) => {
        await withNetwork(signing(store.baseUrl.href, { '/convert': reply }), async ({ service, server }) => {
          await service.extensions(never());
          const error = await failureOf(submit(service));
          assert.deepEqual([error['code'], error['requestComplete']], [code, requestComplete]);
          assert.deepEqual(routesOf(server.seen), [announcement, ...viaStore]);
        });
      });
    }
  });

  it('isn’t submitted if the file has changed, which doesn’t count as a failure of the store', async () => {
    await withServer(reading(text(200, 'text/plain', '')), async (store) => {
      await withNetwork(signing(store.baseUrl.href), async ({ service, server }) => {
        await service.extensions(never());
        for (const content of [`${file}d`, file.slice(1)])
          assert.equal((await failureOf(submit(service, submissionOf(content))))['code'], 'source.changed');
        assert.ok(!routesOf(server.seen).includes('/convert'));
        await submit(service);
        assert.deepEqual(routesOf(server.seen).slice(-5), viaStore);
      });
    });
  });

  it('ends with the signal’s reason, which doesn’t count as a failure of the store', async () => {
    const asked = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    let isSilent = true;
    const silentFirst: Reply = (request, response) => {
      if (!isSilent) return reading(text(200, 'text/plain', ''))(request, response);
      isSilent = false;
      void once(request.socket, 'close').then(() => closed.resolve());
      asked.resolve();
      return undefined;
    };
    await withServer(silentFirst, async (store) => {
      await withNetwork(signing(store.baseUrl.href), async ({ service, server }) => {
        await service.extensions(never());
        const abort = new AbortController();
        const failed = rejection(service.submit(submissionOf(), abort.signal));
        await asked.promise;
        const reason = new Error('Canceled');
        abort.abort(reason);
        assert.equal(await failed, reason);
        await closed.promise;
        await submit(service);
        assert.deepEqual(routesOf(server.seen).slice(-5), viaStore);
      });
    });
  });
});
