import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { TransportError } from '../../../../src/contract/errors.ts';
import type { Job } from '../../../../src/jobs/core/job.ts';
import type { Download } from '../../../../src/jobs/core/service.ts';
import { fetchOutput } from '../../../../src/jobs/transfer/downloader.ts';
import { convertRequest, pathOf, useJobs } from '../../../support/jobs/jobsHarness.ts';
import { downloadOf, rejecting } from '../../../support/jobs/scriptedService.ts';

const png = Buffer.from('89504e470d0a1a0a00', 'hex');
const notPng = (): Download => downloadOf(Buffer.from('something else'));
const page = (): Download => ({ ...downloadOf(Buffer.from('<h1>Sign in</h1>')), contentType: 'text/html' });

describe('A download that isn’t the output', () => {
  const { harness, window } = useJobs((harness) => {
    harness.network.output = png;
  });

  const convert = async (targetFormat: string): Promise<Job> =>
    harness.run(window, convertRequest(await harness.file('photo.jpg'), { targetFormat }));

  it('is repeated, and the right one is placed', async () => {
    harness.network.onDownload.push(notPng, notPng);
    assert.equal((await convert('png')).state.name, 'done');
    assert.deepEqual(await harness.names(), ['photo.jpg', 'photo.png']);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('is kept as the service’s result if its type is wrong every time', async () => {
    harness.network.output = Buffer.from('something else');
    const { state } = await convert('png');
    assert.ok(state.name === 'failed' && state.problem.code === 'output.invalid');
    assert.equal(await readFile(pathOf(state.keptOutput), 'utf8'), 'something else');
    assert.deepEqual(await harness.names(), ['photo.jpg']);
  });

  it('is never placed or kept if it is a web page, and the output follows later, even for unknown types', async () => {
    harness.network.onDownload.push(...Array.from({ length: 8 }, () => page));
    const { id, state } = await convert('csv');
    assert.equal(state.name, 'offline');
    await harness.until(window, id, 'done');
    assert.deepEqual(await readFile(pathOf(harness.uri('photo.csv'))), png);
  });

  it('isn’t a web page if a page was requested, or only its label is wrong', async () => {
    harness.network.onDownload.push(page, () => ({ ...downloadOf(png), contentType: 'text/html' }));
    assert.equal((await convert('html')).state.name, 'done');
    assert.equal((await convert('png')).state.name, 'done');
    assert.equal(harness.network.downloads, 2);
  });

  it('that is larger than any output is requested once and not kept', async () => {
    harness.network.onDownload.push(() => ({ ...downloadOf(png), lengthBytes: 2 ** 50 }));
    const { state } = await convert('png');
    assert.ok(state.name === 'failed' && state.problem.code === 'output.invalid');
    assert.equal(state.keptOutput, undefined);
    assert.deepEqual([await harness.names(), harness.network.downloads], [['photo.jpg'], 1]);
  });

  it('that never ends is cut off', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1000));
      },
    });
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    const temporary = { uri: '', sink };
    const never = new AbortController().signal;
    const fetched = fetchOutput({ ...downloadOf(png), body: endless }, temporary, [], () => {}, never, 5000);
    await assert.rejects(fetched, { code: 'output.invalid', isTooLarge: true });
    assert.ok(endless.destroyed && sink.destroyed);
  });

  it('doesn’t make a later connection error final', async () => {
    const lost = rejecting(new TransportError('transport.interrupted', 'reset'));
    harness.network.onDownload.push(notPng, notPng, lost, lost);
    assert.equal((await convert('png')).state.name, 'done');
  });
});
