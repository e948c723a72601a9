import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { isCodedError } from '../../../src/contract/errors.ts';
import {
  aJob,
  aSubmission,
  failureOf,
  never,
  rejection,
  withNetwork,
} from '../../support/http/networkFixture.ts';
import type { Reply } from '../../support/http/scriptedServer.ts';

const send =
  (status: number, headers: Record<string, string | string[]>, body: Buffer | string): Reply =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers);
    response.end(body);
  };

describe('An answer with a duplicate header', () => {
  const names = [
    'content-type',
    'content-disposition',
    'content-encoding',
    'retry-after',
    'location',
    'date',
    'etag',
  ];

  for (const name of names) {
    it(`is read or refused in our words, and holds no connection: ${name}`, async () => {
      for (const status of [200, 302, 409, 429, 500]) {
        const reply = send(
          status,
          { [name]: ['x; y=1', 'x; y=2'] },
          JSON.stringify({ id: 7, status: 'Queued' }),
        );
        await withNetwork(reply, async ({ service, client, clock }) => {
          for (let count = 0; count < 10; count += 1) {
            for (const call of [
              async () => buffer((await service.download('convert', aJob, never())).body),
              () => service.job('convert', aJob, never()),
            ]) {
              const outcome = await clock.runUntil(call().catch((error: unknown) => error));
              assert.ok(!(outcome instanceof Error) || isCodedError(outcome), String(outcome));
            }
          }
          const last = await clock.runUntil(rejection(client.conversions(never())));
          assert.ok(isCodedError(last));
        });
      }
    });
  }
});

const bytes = Buffer.from('the bytes of the output '.repeat(100));
const download = async (reply: Reply): Promise<Buffer> =>
  withNetwork(reply, async ({ service }) => {
    const { body, lengthBytes } = await service.download('convert', aJob, never());
    assert.equal(lengthBytes, undefined);
    return buffer(body);
  });

describe('A body with a content encoding', () => {
  it('is decoded to the file', async () => {
    for (const [coding, coded] of Object.entries({
      gzip: gzipSync(bytes),
      'X-GZIP': gzipSync(bytes),
      deflate: deflateSync(bytes),
      br: brotliCompressSync(bytes),
    })) {
      const headers = { 'content-encoding': coding, 'content-length': String(coded.length) };
      assert.ok(bytes.equals(await download(send(200, headers, coded))), coding);
    }
  });

  it('fails if it is truncated or damaged', async () => {
    const coded = gzipSync(bytes);
    for (const body of [
      coded.subarray(0, coded.length - 12),
      Buffer.concat([coded.subarray(0, 20), Buffer.alloc(40)]),
    ]) {
      const failed = await failureOf(download(send(200, { 'content-encoding': 'gzip' }, body)));
      assert.equal(failed['code'], 'transport.interrupted');
    }
  });

  it('stays encoded if that is the file’s own encoding', async () => {
    const packed = gzipSync(bytes);
    for (const headers of [
      { 'content-type': 'application/gzip' },
      { 'content-disposition': 'attachment; filename="all.tar.gz"' },
    ]) {
      await withNetwork(
        send(200, { ...headers, 'content-encoding': 'gzip' }, packed),
        async ({ service }) => {
          const { body } = await service.download('convert', aJob, never());
          assert.ok(packed.equals(await buffer(body)));
        },
      );
    }
  });

  it('is also decoded if it contains JSON', async () => {
    const reply = send(200, { 'content-encoding': 'gzip' }, gzipSync(JSON.stringify({ id: 'seven' })));
    await withNetwork(reply, async ({ service }) => {
      assert.equal((await service.submit(aSubmission(), never())).jobId, 'seven');
    });
  });
});

describe('A number in an answer', () => {
  it('keeps its digits as an identifier, however long it is', async () => {
    for (const id of ['9007199254740993', '123456789012345678901234567890', '7']) {
      await withNetwork(send(200, {}, `{"id": ${id}}`), async ({ service }) => {
        assert.equal((await service.submit(aSubmission(), never())).jobId, id);
      });
    }
  });

  it('stays a number elsewhere', async () => {
    const reply = send(200, {}, '{"tier": "Free", "totalCredits": 18014398509481984, "balance": 1e21}');
    await withNetwork(reply, async ({ client }) => {
      const entitlements = await client.entitlements('convert', never());
      assert.equal(entitlements.totalCredits, 2 ** 54);
      assert.equal(entitlements.balance, 1e21);
    });
  });
});
