import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { frameMultipart, UploadBody } from '../../../src/client/upload.ts';
import type { ProxySettings } from '../../../src/client/dispatchers.ts';
import type { Submission } from '../../../src/jobs/core/service.ts';
import type { ByteReader } from '../../../src/util/bytes.ts';
import { withForwardProxy } from '../../support/http/forwardProxy.ts';
import { aSubmission, direct, never, rejection, withNetwork } from '../../support/http/networkFixture.ts';
import { privateAuthority } from '../../support/http/privateAuthority.ts';
import { inTurn, json, type Reply, withServer } from '../../support/http/scriptedServer.ts';

const mebibyte = 1024 * 1024;
const accepted = json(202, { id: 1 });
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file whose bytes differ everywhere, read in pieces of this size, and the memory that they were read into. */
class WatchedFile implements ByteReader {
  readonly bytes: Buffer;
  readonly memories = new Set<ArrayBufferLike>();
  readonly #pieceBytes: number;
  #position = 0;
  closed = false;

  constructor(sizeBytes: number, pieceBytes = Number.POSITIVE_INFINITY) {
    this.bytes = randomBytes(sizeBytes);
    this.#pieceBytes = pieceBytes;
  }

  async read(memory: Buffer): Promise<number> {
    // Reads in a separate turn, as from a disk.
    await setImmediate();
    this.memories.add(memory.buffer);
    const count = this.bytes.copy(
      memory,
      0,
      this.#position,
      this.#position + Math.min(memory.length, this.#pieceBytes),
    );
    this.#position += count;
    return count;
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  /** Resolves once reading has paused. */
  async standsStill(): Promise<void> {
    for (let seen = -1; seen !== this.#position;) {
      seen = this.#position;
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    }
  }

  submission(): Submission {
    return aSubmission({ sizeBytes: this.bytes.length, content: this });
  }
}

/** The hash of the file inside a multipart body. */
function hashOfFile(body: Buffer, sizeBytes: number): string {
  const start = body.indexOf('application/octet-stream\r\n\r\n') + 'application/octet-stream\r\n\r\n'.length;
  return sha256(body.subarray(start, start + sizeBytes));
}

/**
 * Reads nothing until the client stops sending, so that parts of the file wait in the socket. Then reads everything,
 * and replies.
 */
function slowly(file: WatchedFile, take: (body: Buffer) => void): Reply {
  return async (request, response) => {
    request.pause();
    await file.standsStill();
    take(await buffer(request));
    await accepted(request, response);
  };
}

const insecure: ProxySettings = { ...direct, strictSsl: false };

/** The address to use through a proxy, because loopback addresses bypass proxies. */
const named = (url: URL): URL => new URL(`${url.protocol}//service.test:${url.port}`);

const midway: Reply = async (request) => {
  await once(request, 'data');
  request.socket.resetAndDestroy();
};

/** Asserts that a file sent over this kind of connection arrives intact, and that its memory is reused. */
async function reusesMemory(
  overrides: Parameters<typeof withNetwork>[2],
  tls?: { cert: string; key: string },
  addressOf = (url: URL): URL => url,
): Promise<void> {
  const file = new WatchedFile(16 * mebibyte);
  const hashes: string[] = [];
  const reply = slowly(file, (body) => hashes.push(hashOfFile(body, file.bytes.length)));
  await withServer(
    reply,
    async ({ baseUrl }) =>
      withNetwork(reply, async ({ service }) => service.submit(file.submission(), never()), {
        ...overrides,
        baseUrl: addressOf(baseUrl),
      }),
    tls ? { tls } : {},
  );
  assert.deepEqual(hashes, [sha256(file.bytes)]);
  assert.ok(file.memories.size <= 4, `${file.memories.size} of 64 pieces had memory of their own`);
}

describe('An upload', () => {
  for (const [name, pieceBytes] of [
    ['large pieces', undefined],
    // Smaller than a socket's buffer, so that several pieces wait in it at once.
    ['small pieces', 10_007],
  ] as const) {
    it(`arrives intact at a slowly reading server, as ${name}`, async () => {
      const file = new WatchedFile(16 * mebibyte, pieceBytes);
      const hashes: string[] = [];
      const reply = slowly(file, (body) => hashes.push(hashOfFile(body, file.bytes.length)));
      await withNetwork(reply, async ({ service }) => service.submit(file.submission(), never()));
      assert.deepEqual(hashes, [sha256(file.bytes)]);
    });
  }

  describe('reuses its buffers', () => {
    it('works over HTTP', async () => reusesMemory({}));

    it('works over TLS', async () => reusesMemory({ proxy: insecure }, (await privateAuthority()).server));

    it('works through a proxy', async () =>
      withForwardProxy(async ({ url }) =>
        reusesMemory({ proxy: { ...direct, enabled: true, proxy: url.href } }, undefined, named),
      ));

    it('works through a tunnel', async () =>
      withForwardProxy(async ({ url }) =>
        reusesMemory(
          { proxy: { ...insecure, enabled: true, proxy: url.href } },
          (await privateAuthority()).server,
          named,
        ),
      ));
  });

  it('arrives complete after one that broke off', async () => {
    const [broken, whole] = [new WatchedFile(16 * mebibyte), new WatchedFile(8 * mebibyte)];
    const hashes: string[] = [];
    const second = slowly(whole, (body) => hashes.push(hashOfFile(body, whole.bytes.length)));
    await withNetwork(inTurn(midway, second), async ({ service }) => {
      await rejection(service.submit(broken.submission(), never()));
      await service.submit(whole.submission(), never());
    });
    assert.equal(broken.closed, true);
    assert.deepEqual(hashes, [sha256(whole.bytes)]);
  });

  it('ends with its signal while the server reads nothing, and closes its file', async () => {
    const file = new WatchedFile(16 * mebibyte);
    const abort = new AbortController();
    const reason = new Error('Cancelled');
    const reply: Reply = async (request) => {
      request.pause();
      await file.standsStill();
      abort.abort(reason);
    };
    await withNetwork(reply, async ({ service }) => {
      assert.equal(await rejection(service.submit(file.submission(), abort.signal)), reason);
    });
    assert.equal(file.closed, true);
  });

  it('never overwrites chunks that a consumer keeps', async () => {
    const file = new WatchedFile(4 * mebibyte);
    const frame = frameMultipart({}, 'file', [{ fileName: 'a' }]);
    const files = [{ content: file, sizeBytes: file.bytes.length }];
    const { chunks } = new UploadBody(frame, { files, onSent: () => {} });
    const kept: Uint8Array[] = [];
    for await (const chunk of chunks) kept.push(chunk);
    assert.equal(hashOfFile(Buffer.concat(kept), file.bytes.length), sha256(file.bytes));
  });
});
