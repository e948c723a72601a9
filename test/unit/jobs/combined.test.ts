import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TransportError } from '../../../src/contract/errors.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import type { JobRequest } from '../../../src/jobs/core/job.ts';
import { convertRequest, useJobs } from '../../support/jobs/jobsHarness.ts';
import { gate, rejecting } from '../../support/jobs/scriptedService.ts';

describe('A job with several files', () => {
  const { harness, window } = useJobs((harness) => {
    harness.network.output = Buffer.from('%PDF-1.7 and more');
    harness.services.local.output = harness.network.output;
  });

  /** A request for a PDF of these existing files, whose content is their name. */
  async function request(names: readonly string[], changes: Partial<JobRequest> = {}): Promise<JobRequest> {
    const uris = await Promise.all(names.map((name) => harness.file(name, `<${name}>`)));
    return convertRequest(uris[0] ?? '', {
      tool: 'combine',
      targetFormat: 'pdf',
      combined: {
        sources: names.map((path, index) => ({ uri: uris[index] ?? '', path })),
        folder: pathToFileURL(harness.folder).href,
        stem: 'all',
      },
      ...changes,
    });
  }

  const names = ['b.png', 'a.png', 'c.png'] as const;

  it('submits its files in order as one job, and names the result after their folder', async () => {
    harness.network.outputFileName = 'whatever.pdf';
    const job = await harness.run(window, await request(names));
    assert.equal(job.state.name, 'done');
    assert.equal(harness.network.accepted.length, 1);
    const [accepted] = harness.network.accepted;
    assert.deepEqual([accepted?.fileName, ...(accepted?.others ?? [])], names);
    assert.equal(accepted?.content.toString(), '<b.png><a.png><c.png>');
    assert.equal(job.sourceBytes, '<b.png><a.png><c.png>'.length);
    assert.deepEqual(await harness.names(), ['a.png', 'all.pdf', 'b.png', 'c.png']);
  });

  it('is undone without touching its sources', async () => {
    await harness.run(window, await request(names));
    const { removed } = await harness.clock.runUntil(window.jobs.undo());
    assert.equal(removed, 1);
    assert.deepEqual(await harness.names(), ['a.png', 'b.png', 'c.png']);
  });

  it('never replaces one of its sources', async () => {
    const files = await request(['all.pdf', 'b.pdf']);
    const placement = { ...files.placement, onCollision: 'overwrite', replaceSource: true } as const;
    const { state } = await harness.run(window, { ...files, placement });
    assert.ok(state.name === 'done');
    assert.deepEqual(await harness.names(), ['all (1).pdf', 'all.pdf', 'b.pdf']);
    assert.equal(await harness.read('all.pdf'), '<all.pdf>');
  });

  it('sends nothing if a file is missing, and names that file', async () => {
    const files = await request(names);
    await rm(join(harness.folder, 'a.png'));
    const { state } = await harness.run(window, files);
    assert.ok(state.name === 'failed');
    assert.deepEqual([state.problem.code, state.problem.file], ['file.missing', 'a.png']);
    assert.equal(harness.network.accepted.length, 0);
  });

  for (const [name, place] of [
    ['b.png', 'first'],
    ['c.png', 'last'],
  ] as const) {
    it(`isn’t submitted if the ${place} file changes during the upload, and names that file`, async () => {
      const files = await request(names);
      harness.network.onSubmit.push(async () => {
        await harness.file(name, 'other bytes by now');
      });
      const { state } = await harness.run(window, files);
      assert.ok(state.name === 'failed');
      assert.deepEqual([state.problem.code, state.problem.file], ['source.changed', name]);
      assert.equal(harness.network.accepted.length, 0);
    });
  }

  it('accepts an empty file among others, but not alone', async () => {
    const files = await request(names);
    await harness.file('a.png', '');
    assert.equal((await harness.run(window, files)).state.name, 'done');
  });

  it('checks the sum of all sizes against the limit', async () => {
    const bytes = '<b.png><a.png><c.png>'.length;
    harness.network.tier = { ...tierLimits.free, maxFileBytes: bytes - 1 };
    const { state } = await harness.run(window, await request(names));
    assert.equal(state.name === 'failed' && state.problem.code, 'request.file_too_large');
    harness.network.tier = { ...tierLimits.free, maxFileBytes: bytes };
    assert.equal((await harness.run(window, await request(names))).state.name, 'done');
  });

  it('joins an equal job, but not one in another order', async () => {
    harness.network.silent = true;
    const [first] = window.jobs.add([await request(names)]);
    const [same] = window.jobs.add([await request(names)]);
    const [other] = window.jobs.add([await request(['b.png', 'c.png', 'a.png'])]);
    assert.equal(first?.id, same?.id);
    assert.notEqual(first?.id, other?.id);
  });

  it('is never resubmitted automatically if it may have been accepted, and reports what was sent', async () => {
    harness.network.afterAccept.push(rejecting(new TransportError('transport.interrupted', 'broke')));
    const { state } = await harness.run(window, await request(names));
    assert.ok(state.name === 'unconfirmed');
    assert.equal(state.sha256, createHash('sha256').update('<b.png><a.png><c.png>').digest('hex'));
    await harness.clock.advance(600_000);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('resumes after a restart with all its files', async () => {
    const lost = gate();
    harness.local.onConvert.push(lost.answer);
    const [job] = window.jobs.add([await request(names, { service: 'local' })]);
    await harness.eventually(() => lost.asked() > 0);
    await harness.journaled(window, job?.id ?? '');
    window.kill();
    const next = await harness.open();
    assert.equal((await harness.settle(next, job?.id ?? '')).state.name, 'done');
    const sent = harness.local.begun.at(-1)?.files.map(({ fileName }) => fileName);
    assert.deepEqual(sent, names);
    assert.ok((await harness.names()).includes('all.pdf'));
  });

  it('is charged once if two windows request it', async () => {
    const other = await harness.open();
    const running = gate();
    harness.network.onPoll.push(async () => {
      await running.answer();
      return { status: 'Processing' };
    });
    const files = await request(names);
    const [mine] = window.jobs.add([files]);
    await harness.eventually(() => harness.network.accepted.length === 1);
    await harness.journaled(window, mine?.id ?? '');
    const [theirs] = other.jobs.add([files]);
    await harness.clock.advance(1000);
    running.open();
    await harness.settle(window, mine?.id ?? '');
    await harness.settle(other, theirs?.id ?? '');
    assert.equal(harness.network.accepted.length, 1);
  });
});
