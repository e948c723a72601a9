import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { NetworkConnection } from '../../../src/client/index.ts';
import { certainlyNotAccepted, parseInsufficientCredits } from '../../../src/contract/errors.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { eventually } from '../../support/eventually.ts';
import { failureOf, never, rejection } from '../../support/http/networkFixture.ts';
import { readerOf } from '../../support/readerOf.ts';
import { connectTo, ended, fileSubmission } from '../../support/service/clientFixture.ts';
import { sample } from '../../support/service/fixtures.ts';
import { hold } from '../../support/service/hold.ts';
import { childrenOf } from '../../support/service/processes.ts';
import { inspect } from '../../support/service/raster.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';

const coffee = sample('coffee.jpg');

/** Runs `use` with a client of a standalone service that is started with these switches. */
async function withService(
  switches: readonly string[],
  use: (connection: NetworkConnection, standalone: StandaloneService) => Promise<void>,
  key = testKey,
): Promise<void> {
  const service = await StandaloneService.start(switches);
  const connection = connectTo(service.api.baseUrl, key);
  try {
    await use(connection, service);
  } finally {
    connection.dispose();
    await service.stop();
  }
}

describe('The client with a standalone service', () => {
  it('converts a photo that another decoder can read', async () => {
    await withService(['--plan', 'pro'], async ({ service }) => {
      let sentBytes = 0;
      const submission = await fileSubmission(coffee, {
        targetFormat: 'webp',
        onSent: (bytes) => (sentBytes = bytes),
      });
      const remote = await service.submit(submission, never());
      assert.equal(sentBytes, submission.files[0]?.sizeBytes);
      const record = await ended(service, 'convert', remote);
      assert.partialDeepStrictEqual(record, {
        status: 'Succeeded',
        progress: 1,
        outputFileName: 'coffee.webp',
      });
      const { body, lengthBytes } = await service.download('convert', remote, never());
      const output = await buffer(body);
      assert.equal(output.byteLength, lengthBytes);
      assert.equal((await inspect(output, 'webp')).format.toLowerCase(), 'webp');
    });
  });

  it('compresses a file whose name has no extension', async () => {
    await withService(['--plan', 'pro'], async ({ service }) => {
      const submission = await fileSubmission(coffee, {
        tool: 'compress',
        fileName: 'coffee',
        targetFormat: 'jpg',
      });
      const remote = await service.submit(submission, never());
      const record = await ended(service, 'compress', remote);
      assert.equal(record.status, 'Succeeded');
      assert.ok(record.compressionRatio !== undefined);
    });
  });

  it('reads catalogs, the options of a pair, its cost, and entitlements', async () => {
    await withService(['--plan', 'pro'], async ({ client, service }) => {
      const conversions = await client.conversions(never());
      assert.ok(conversions.some(({ from, to }) => from === 'jpg' && to === 'webp'));
      assert.ok((await client.compressions(never())).includes('png'));
      assert.ok('properties' in (await client.optionsSchema('jpg', 'webp', never())));
      assert.equal(await client.estimate('jpg', 'webp', never()), 1);
      for (const tool of ['convert', 'compress'] as const) {
        assert.partialDeepStrictEqual(await client.entitlements(tool, never()), {
          tier: 'pro',
          totalCredits: 12_000,
        });
      }
      assert.deepEqual(await service.limits(never()), tierLimits.pro);
    });
  });

  it('reports a wrong key', async () => {
    await withService(
      [],
      async ({ client, service }) => {
        const expected = { code: 'api_key.invalid_or_ip_not_allowed', status: 401 };
        assert.partialDeepStrictEqual(await failureOf(client.conversions(never())), expected);
        const submission = await fileSubmission(coffee, { targetFormat: 'webp' });
        assert.partialDeepStrictEqual(await failureOf(service.submit(submission, never())), expected);
      },
      'another key',
    );
  });

  it('reports that a file is too large before sending it', async () => {
    await withService(['--plan', 'free'], async ({ service }) => {
      const sizeBytes = 4 * tierLimits.free.maxFileBytes;
      const piece = Buffer.alloc(1024 * 1024);
      const content = readerOf(Array.from({ length: sizeBytes / piece.byteLength }, () => piece));
      let sentBytes = 0;
      const submission = await fileSubmission(coffee, {
        sizeBytes,
        content,
        targetFormat: 'webp',
        onSent: (bytes) => (sentBytes = bytes),
      });
      const error = await failureOf(service.submit(submission, never()));
      assert.partialDeepStrictEqual(error, { code: 'request.file_too_large', status: 413 });
      assert.ok(sentBytes < sizeBytes, `${sentBytes} of ${sizeBytes}`);
    });
  });

  it('reports how many credits are missing, and charges nothing', async () => {
    await withService(['--plan', 'pro', '--credits', '1'], async ({ service }) => {
      await service.submit(await fileSubmission(coffee, { targetFormat: 'webp' }), never());
      const second = await fileSubmission(coffee, { targetFormat: 'png' });
      const error = await rejection(service.submit(second, never()));
      assert.ok(error instanceof Error && certainlyNotAccepted(error));
      assert.deepEqual(parseInsufficientCredits(error.message), { required: 1, available: 0 });
    });
  });

  it('reports that a pair isn’t offered, and charges nothing', async () => {
    await withService(['--plan', 'pro'], async ({ service }) => {
      const submission = await fileSubmission(coffee, { targetFormat: 'docx' });
      assert.equal(certainlyNotAccepted(await rejection(service.submit(submission, never()))), true);
    });
  });

  it('reports that an output isn’t ready, has expired, or never existed', async () => {
    await withService(['--plan', 'pro', '--retention-seconds', '1'], async ({ service }, { api, pid }) => {
      await api.convert(coffee, 'webp');
      // The next job runs in the same worker process, which doesn't continue until `release` is called.
      const release = hold(childrenOf(pid));
      const remote = await service.submit(await fileSubmission(coffee, { targetFormat: 'webp' }), never());
      const download = (): Promise<Record<string, unknown>> =>
        failureOf(service.download('convert', remote, never()));
      assert.partialDeepStrictEqual(await download(), { code: 'jobs.not_ready', status: 409 });
      release();
      await ended(service, 'convert', remote);
      const gone = await eventually(
        () => download().catch(() => ({ code: 'none yet', status: 0 })),
        ({ code }) => code === 'jobs.expired',
      );
      assert.equal(gone['status'], 410);
      const unknown = { jobId: 'no-such-job', epoch: undefined };
      assert.partialDeepStrictEqual(await failureOf(service.job('convert', unknown, never())), {
        code: 'jobs.not_found',
        status: 404,
      });
    });
  });
});
