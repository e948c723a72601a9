import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { NetworkConnection } from '../../../src/client/index.ts';
import { failureOf, never } from '../../support/http/networkFixture.ts';
import { otherWriting } from '../../support/otherDialect.ts';
import { OtherDialectServer } from '../../support/otherDialectServer.ts';
import { readerOf } from '../../support/readerOf.ts';
import { connectTo, ended, fileSubmission } from '../../support/service/clientFixture.ts';
import { sample } from '../../support/service/fixtures.ts';
import { inspect } from '../../support/service/raster.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';

const coffee = sample('coffee.jpg');

const named = (pairs: readonly { from: string; to: string }[]): string[] =>
  pairs.map(({ from, to }) => `${from} ${to}`).toSorted();

describe('The client with a service in another dialect', () => {
  let service: StandaloneService;
  let server: OtherDialectServer;
  let connection: NetworkConnection;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro']);
    server = await OtherDialectServer.start(service.api.baseUrl);
    connection = connectTo(server.baseUrl, testKey, otherWriting);
  });
  after(async () => {
    connection.dispose();
    await server.stop();
    await service.stop();
  });

  it('converts a photo from submission to output', async () => {
    const submission = await fileSubmission(coffee, { targetFormat: 'webp', options: { quality: 40 } });
    const remote = await connection.service.submit(submission, never());
    assert.match(remote.jobId, /^\d+$/);
    const record = await ended(connection.service, 'convert', remote);
    assert.partialDeepStrictEqual(record, { status: 'Succeeded', outputFileName: 'coffee.webp' });
    const { body } = await connection.service.download('convert', remote, never());
    assert.equal((await inspect(await buffer(body), 'webp')).format.toLowerCase(), 'webp');
  });

  it('sends options under the service’s name', async () => {
    const submission = await fileSubmission(coffee, { targetFormat: 'webp', options: { quality: 'best' } });
    const error = await failureOf(connection.service.submit(submission, never()));
    assert.equal(error['code'], 'request.invalid_option');
  });

  it('reports why a job failed', async () => {
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    const content = Buffer.concat([signature, Buffer.alloc(5000, 7)]);
    const submission = await fileSubmission(coffee, {
      fileName: 'broken.png',
      sizeBytes: content.byteLength,
      content: readerOf([content]),
      targetFormat: 'webp',
    });
    const remote = await connection.service.submit(submission, never());
    const record = await ended(connection.service, 'convert', remote);
    assert.equal(record.failure?.code, 'conversion.invalid_input');
    assert.notEqual(record.failure.detail, '');
  });

  it('reads the compression ratio', async () => {
    const submission = await fileSubmission(coffee, { tool: 'compress' });
    const remote = await connection.service.submit(submission, never());
    const record = await ended(connection.service, 'compress', remote);
    assert.ok(record.compressionRatio !== undefined && record.compressionRatio >= 1);
  });

  it('reads the same lists as in our own dialect', async () => {
    const own = connectTo(service.api.baseUrl, testKey);
    assert.deepEqual(
      named(await connection.client.conversions(never())),
      named(await own.client.conversions(never())),
    );
    assert.deepEqual(await connection.client.compressions(never()), await own.client.compressions(never()));
    assert.deepEqual(
      await connection.client.optionsSchema('jpg', 'webp', never()),
      await own.client.optionsSchema('jpg', 'webp', never()),
    );
    own.dispose();
  });

  it('reads a pair’s cost and the balance', async () => {
    assert.equal(await connection.client.estimate('jpg', 'webp', never()), 1);
    const entitlements = await connection.client.entitlements('compress', never());
    assert.partialDeepStrictEqual(entitlements, { tier: 'pro', totalCredits: 12_000 });
    assert.ok(entitlements.balance !== undefined && entitlements.balance < 12_000);
  });

  it('reports refusals', async () => {
    const remote = { jobId: '90999', epoch: undefined };
    assert.equal(
      (await failureOf(connection.service.job('convert', remote, never())))['code'],
      'jobs.not_found',
    );
  });
});
