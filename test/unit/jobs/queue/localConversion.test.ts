import assert from 'node:assert/strict';
import { appendFile, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '../../../../src/contract/errors.ts';
import type { JobStateName } from '../../../../src/jobs/core/job.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';
import { fault } from '../../../../src/contract/fault.ts';
import { rejecting } from '../../../support/jobs/scriptedService.ts';

const local = { service: 'local' } as const;
const exit = new CodedError('localService.exited', 'It ended.');
/** Larger than what is copied. */
const largeBytes = 17 * 1024 ** 2;

describe('A job on this computer', () => {
  const { harness, window } = useJobs();

  const run = async (source: string, changes: Parameters<typeof convertRequest>[1] = {}) =>
    harness.run(window, convertRequest(source, { ...local, ...changes }));
  const pathTo = (name: string): string => path.join(harness.folder, name);

  it('waits, is converted, and is saved, without an upload', async () => {
    const seen: JobStateName[] = [];
    window.jobs.onDidChange(({ jobs }) => seen.push(...jobs.map(({ state }) => state.name)));
    const job = await run(await harness.file('photo.png'), { options: { quality: 80 } });
    await harness.clock.advance(0);
    assert.equal(job.state.name, 'done');
    assert.deepEqual(
      [...new Set(seen)].filter((name) =>
        ['uploading', 'queued', 'processing', 'downloading'].includes(name),
      ),
      [],
    );
    const [begun] = harness.local.begun;
    assert.deepEqual(begun?.options, { quality: 80 });
    assert.equal(begun?.content.toString(), 'a source of some length');
    assert.equal(begun?.files[0]?.fileName, 'photo.png');
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    assert.equal(await harness.read('photo.txt'), 'output');
  });

  it('reads a copy of a small source, beside its destination', async () => {
    await run(await harness.file('photo.png'));
    const [begun] = harness.local.begun;
    assert.match(
      path.relative(harness.folder, begun?.outputPath ?? ''),
      /^\.fun-[0-9a-f]{16}.job-\w+.output$/,
    );
    assert.equal(path.dirname(begun?.files[0]?.path ?? ''), path.dirname(begun?.outputPath ?? ''));
  });

  it('reads a large source where it is', async () => {
    await run(await harness.file('photo.png', Buffer.alloc(largeBytes, 'a')));
    assert.equal(harness.local.begun[0]?.files[0]?.path, pathTo('photo.png'));
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
  });

  const changes: Readonly<Record<string, () => Promise<void>>> = {
    grows: () => appendFile(pathTo('photo.png'), 'more'),
    'is written over': () => writeFile(pathTo('photo.png'), Buffer.alloc(largeBytes, 'b'), { flag: 'r+' }),
    'is replaced': async () => {
      await writeFile(pathTo('other'), Buffer.alloc(largeBytes, 'b'));
      await rename(pathTo('other'), pathTo('photo.png'));
    },
    'is replaced by one of the same size and date': async () => {
      const { atime, mtime } = await stat(pathTo('photo.png'));
      await writeFile(pathTo('other'), Buffer.alloc(largeBytes, 'b'));
      await utimes(pathTo('other'), atime, mtime);
      await rename(pathTo('other'), pathTo('photo.png'));
    },
  };
  for (const [how, change] of Object.entries(changes)) {
    it(`is converted again, from a copy, if a large source ${how} meanwhile`, async () => {
      harness.local.onConvert.push(change);
      const { state } = await run(await harness.file('photo.png', Buffer.alloc(largeBytes, 'a')));
      assert.equal(state.name, 'done');
      const [first, second] = harness.local.begun;
      assert.equal(first?.files[0]?.path, pathTo('photo.png'));
      assert.notEqual(second?.files[0]?.path, pathTo('photo.png'));
      assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    });
  }

  it('is converted again if the change of a source made its conversion fail', async () => {
    harness.local.onConvert.push(async () => {
      await appendFile(pathTo('photo.png'), 'more');
      throw new CodedError('conversion.invalid_input', 'It is damaged.');
    });
    assert.equal((await run(await harness.file('photo.png', Buffer.alloc(largeBytes)))).state.name, 'done');
    assert.equal(harness.local.begun.length, 2);
  });

  it('asks for a name if its own is taken before it runs again', async () => {
    harness.local.onConvert.push(async () => {
      await harness.file('photo.txt', 'another file');
      throw exit;
    });
    const request = convertRequest(await harness.file('photo.png'), local);
    const job = await harness.run(window, {
      ...request,
      placement: { ...request.placement, onCollision: 'ask' },
    });
    assert.equal(job.state.name, 'needsName');
    assert.equal(await harness.read('photo.txt'), 'another file');
  });

  it('fails if its source is deleted meanwhile', async () => {
    harness.local.onConvert.push(() => rm(pathTo('photo.png')));
    const { state } = await run(await harness.file('photo.png', Buffer.alloc(largeBytes)));
    assert.equal(state.name === 'failed' && state.problem.code, 'file.missing');
    assert.deepEqual(await harness.names(), []);
  });

  it('runs again if the service ended, a limited number of times', async () => {
    harness.local.onConvert.push(rejecting(exit), rejecting(exit));
    assert.equal((await run(await harness.file('photo.png'))).state.name, 'done');
    for (let count = 0; count < 3; count += 1) harness.local.onConvert.push(rejecting(exit));
    const { state } = await run(await harness.file('other.png'));
    assert.equal(state.name === 'failed' && state.problem.code, 'localService.exited');
    assert.deepEqual(await harness.names(), ['other.png', 'photo.png', 'photo.txt']);
  });

  it('runs again if the service ended while it started, or its worker did', async () => {
    const unstarted = new CodedError('conversion.failed', 'It ended.', {
      fault: fault('conversion.unstarted'),
    });
    harness.local.onConvert.push(
      rejecting(new CodedError('localService.unavailable', 'It ended.')),
      rejecting(unstarted),
    );
    assert.equal((await run(await harness.file('photo.png'))).state.name, 'done');
  });

  it('fails with the service’s reason, and leaves nothing', async () => {
    harness.local.onConvert.push(rejecting(new CodedError('conversion.invalid_input', 'It is damaged.')));
    const { state } = await run(await harness.file('photo.png'));
    assert.equal(state.name === 'failed' && state.problem.code, 'conversion.invalid_input');
    assert.deepEqual(await harness.names(), ['photo.png']);
  });

  it('fails if the result is empty, unless its format may be', async () => {
    harness.local.output = Buffer.alloc(0);
    const { state } = await run(await harness.file('photo.png'), { targetFormat: 'webp' });
    assert.equal(state.name === 'failed' && state.problem.code, 'output.invalid');
    assert.equal((await run(await harness.file('other.png'))).state.name, 'done');
  });

  it('is written in the extension’s storage if its folder can’t be written or was chosen', async () => {
    const output = { folder: 'out', name: undefined, workspace: undefined, staysInWorkspace: false };
    const request = convertRequest(await harness.file('photo.png'), local);
    const templates = { ...output, preset: undefined, number: '1' };
    const job = await harness.run(window, {
      ...request,
      placement: { ...request.placement, output: templates },
    });
    assert.equal(job.state.name, 'done');
    const [begun] = harness.local.begun;
    assert.ok(begun?.outputPath.startsWith(path.join(harness.storage, 'work')));
    assert.equal(await harness.read('out/photo.txt'), 'output');
  });

  it('gets the usual permissions, and whatever else is in its folder is deleted', async () => {
    harness.local.onConvert.push(async ({ outputPath }) => {
      await mkdir(`${outputPath}-folder`, { mode: 0o000 });
      await writeFile(`${outputPath}-file`, 'left');
    });
    await run(await harness.file('photo.png'));
    assert.equal((await stat(pathTo('photo.txt'))).mode & 0o777, 0o666 & ~process.umask());
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
  });
});
