import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { aJob, failureOf, never, rejection, withNetwork } from '../../support/http/networkFixture.ts';
import { json, type Reply, text } from '../../support/http/scriptedServer.ts';

/** Sends the head and the first half of a body of 100 bytes. */
const half =
  (then: Reply): Reply =>
  (request, response) => {
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': 100 });
    response.write(Buffer.alloc(50), () => void then(request, response));
  };

const stalledDownloads: Reply = (request, response) =>
  request.url?.endsWith('/download')
    ? half(() => {})(request, response)
    : json(200, { status: 'Queued' })(request, response);

describe('A download', () => {
  it('streams the bytes and reports their number', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const reply: Reply = (_, response) => {
      response.writeHead(200, { 'content-length': bytes.byteLength });
      response.end(bytes);
    };
    await withNetwork(reply, async ({ service, server }) => {
      const { body, lengthBytes } = await service.download('compress', aJob, never());
      assert.equal(lengthBytes, bytes.byteLength);
      assert.ok(bytes.equals(await buffer(body)));
      assert.equal(server.seen[0]?.url, '/compress/job/7/download');
      assert.equal(server.seen[0].headers['accept-encoding'], 'identity');
    });
  });

  it('gives no length if the service gives none', async () => {
    await withNetwork(text(200, 'image/webp', 'x'), async ({ service }) => {
      const { body, lengthBytes } = await service.download('convert', aJob, never());
      assert.equal(lengthBytes, undefined);
      body.destroy();
    });
  });

  it('encodes an identifier that would lead elsewhere', async () => {
    await withNetwork(text(200, 'image/webp', 'x'), async ({ service, server }) => {
      const remote = { jobId: '../a b?c#d', epoch: undefined };
      await buffer((await service.download('convert', remote, never())).body);
      assert.equal(server.seen[0]?.url, '/convert/job/..%2Fa%20b%3Fc%23d/download');
    });
  });

  it('fails with the service’s refusal', async () => {
    for (const [status, code] of [
      [409, 'jobs.not_ready'],
      [410, 'jobs.expired'],
    ] as const) {
      await withNetwork(json(status, { error: code, detail: '' }), async ({ service }) => {
        assert.equal((await failureOf(service.download('convert', aJob, never())))['code'], code);
      });
    }
  });

  it('fails as interrupted if the connection breaks or ends early', async () => {
    for (const cut of ['resetAndDestroy', 'end'] as const) {
      const reply = half((request) => request.socket[cut]());
      await withNetwork(reply, async ({ service }) => {
        const { body } = await service.download('convert', aJob, never());
        assert.equal((await failureOf(buffer(body)))['code'], 'transport.interrupted');
      });
    }
  });

  it('fails only for its reader if it breaks before anyone reads it', async () => {
    const reply = half((request) => request.socket.resetAndDestroy());
    await withNetwork(reply, async ({ service }) => {
      const { body } = await service.download('convert', aJob, never());
      const closed = Promise.withResolvers<void>();
      body.on('close', closed.resolve);
      await closed.promise;
      const failed = await failureOf(pipeline(body, new PassThrough()));
      assert.equal(failed['code'], 'transport.interrupted');
    });
  });

  it('fails as interrupted if nothing more arrives', async () => {
    await withNetwork(
      half(() => {}),
      async ({ service }) => {
        const { body } = await service.download('convert', aJob, never());
        assert.equal((await failureOf(buffer(body)))['code'], 'transport.interrupted');
      },
      { timeouts: { idleBodyMs: 50 } },
    );
  });

  it('ends with the signal’s reason, and closes its connection', async () => {
    const closed = Promise.withResolvers<void>();
    const reply = half((request) => void once(request.socket, 'close').then(() => closed.resolve()));
    await withNetwork(reply, async ({ service }) => {
      const abort = new AbortController();
      const { body } = await service.download('convert', aJob, abort.signal);
      const reason = new Error('Cancelled');
      const failed = rejection(buffer(body));
      abort.abort(reason);
      assert.equal(await failed, reason);
      await closed.promise;
    });
  });

  it('closes its connection when the reader gives up', async () => {
    const closed = Promise.withResolvers<void>();
    const reply = half((request) => void once(request.socket, 'close').then(() => closed.resolve()));
    await withNetwork(reply, async ({ service }) => {
      (await service.download('convert', aJob, never())).body.destroy();
      await closed.promise;
    });
  });

  it('doesn’t delay short requests, however many downloads there are', async () => {
    await withNetwork(stalledDownloads, async ({ service }) => {
      const abort = new AbortController();
      const downloads = Array.from({ length: 30 }, () =>
        service.download('convert', aJob, abort.signal).then(
          ({ body }) => body.on('error', () => {}),
          () => undefined,
        ),
      );
      assert.equal((await service.job('convert', aJob, never())).status, 'Queued');
      abort.abort();
      await Promise.all(downloads);
    });
  });
});
