import assert from 'node:assert/strict';
import { readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FileErrorCode,
  ServiceError,
  ShapeError,
  TransportError,
} from '../../../../src/contract/errors.ts';
import type { Job, OnCollision, PlacedFile } from '../../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { FileStoreError, type TemporaryFile } from '../../../../src/jobs/core/fileStore.ts';
import { turn } from '../../../support/fakeClock.ts';
import { compressRequest, convertRequest, pathOf, useJobs } from '../../../support/jobs/jobsHarness.ts';
import { brokenDownload, downloadOf, rejecting } from '../../../support/jobs/scriptedService.ts';

/** A disk with a folder in which nothing can be created until the test allows it. */
class RefusingDisk extends DiskFileStore {
  readonly #folder: string;
  readonly #code: FileErrorCode;
  refuses = true;

  constructor(folder: string, code: FileErrorCode) {
    super();
    this.#folder = folder;
    this.#code = code;
  }

  override async createTemporary(folder: string, name: string): Promise<TemporaryFile> {
    if (this.refuses && folder === this.#folder) throw new FileStoreError(this.#code, 'not here');
    return super.createTemporary(folder, name);
  }
}

describe('A delivery', () => {
  const { harness, window } = useJobs();

  const convert = async (
    onCollision: OnCollision = 'rename',
    targetFormat = 'txt',
    supersedes?: PlacedFile,
  ): Promise<Job> => {
    const source = await harness.file('photo.png');
    const placement = { ...convertRequest(source).placement, onCollision, supersedes };
    return harness.run(window, convertRequest(source, { placement, targetFormat }));
  };

  const compress = async (
    placement: Parameters<typeof compressRequest>[1] = {},
    content = 'x'.repeat(100),
  ): Promise<Job> => harness.run(window, compressRequest(await harness.file('note.txt', content), placement));

  describe('of an accepted job', () => {
    it('follows the service’s states', async () => {
      const seen: string[] = [];
      window.jobs.onDidChange(({ jobs }) => seen.push(...jobs.map(({ state }) => state.name)));
      harness.network.onPoll.push(
        () => ({ status: 'Queued' }),
        () => ({ status: 'Processing', progress: 0.5 }),
      );
      await convert();
      await turn();
      const order = ['queued', 'processing', 'done'];
      assert.deepEqual(
        order.map((name) => seen.includes(name)),
        [true, true, true],
      );
      assert.ok(seen.indexOf('queued') < seen.indexOf('processing'));
    });

    it('ends with the service’s message about a failure', async () => {
      const failure = { code: 'conversion.invalid_input', detail: 'not a PNG' } as const;
      harness.network.onPoll.push(() => ({ status: 'Failed', failure }));
      const { state } = await convert();
      assert.deepEqual(state.name === 'failed' && state.problem, failure);
    });

    it('ends if the job was canceled elsewhere', async () => {
      harness.network.onPoll.push(() => ({ status: 'Canceled' }));
      const { state } = await convert();
      assert.deepEqual(state.name === 'canceled' && state.spent, true);
    });

    it('survives failed polls', async () => {
      const faults = [
        new TransportError('transport.interrupted', ''),
        new ShapeError('status', 'job record'),
        new ServiceError('jobs.not_found', 404, ''),
        new ServiceError('rate_limited', 429, '', 20_000),
      ];
      harness.network.onPoll.push(...faults.map(rejecting));
      assert.equal((await convert()).state.name, 'done');
      assert.equal(harness.network.accepted.length, 1);
    });

    it('is parked with the reason while the service is unreachable or invalid, and resumes automatically', async () => {
      for (let count = 0; count < 8; count += 1) {
        harness.network.onPoll.push(rejecting(new ShapeError('status', 'job record')));
      }
      const { id, state } = await convert();
      assert.equal(state.name === 'offline' && state.problem.code, 'response.unexpected_shape');
      await harness.until(window, id, 'done');
      assert.equal(harness.network.accepted.length, 1);
    });

    it('waits for a key if the key is refused, and continues the same job', async () => {
      harness.network.onPoll.push(rejecting(new ServiceError('api_key.invalid_or_ip_not_allowed', 401, '')));
      const { id, state } = await convert();
      assert.equal(state.name, 'needsKey');
      window.jobs.resume(['needsKey']);
      assert.equal((await harness.settle(window, id)).state.name, 'done');
      assert.equal(harness.network.accepted.length, 1);
    });

    it('keeps polling for some seconds if the service doesn’t know the job', async () => {
      const { network, clock } = harness;
      const until = clock.monotonic() + 10_000;
      const unknown = rejecting(new ServiceError('jobs.not_found', 404, ''));
      const poll = (): object => (clock.monotonic() < until ? unknown() : {});
      network.onPoll.push(...Array.from({ length: 20 }, () => poll));
      assert.equal((await convert()).state.name, 'done');
      assert.equal(network.accepted.length, 1);
    });

    it('fails if the service doesn’t know the job for half a minute, and is polled for another hour', async () => {
      const { network, clock } = harness;
      const unknown = rejecting(new ServiceError('jobs.not_found', 404, ''));
      const forget = (): void => void network.onPoll.push(...Array.from({ length: 50 }, () => unknown));
      forget();
      const startedAt = clock.monotonic();
      const { id, state } = await convert();
      assert.ok(state.name === 'failed' && state.problem.code === 'jobs.not_found');
      assert.equal(state.remote?.jobId, 'job-1');
      assert.ok(network.polls.length < 12, `${network.polls.length} polls`);
      assert.ok(clock.monotonic() - startedAt < 40_000);
      network.onPoll.length = 0;
      window.jobs.retry([id]);
      assert.equal((await harness.settle(window, id)).state.name, 'done');
      assert.equal(network.accepted.length, 1);

      forget();
      const late = await convert();
      await clock.advance(3_600_000);
      window.jobs.retry([late.id]);
      const { state: last } = await harness.settle(window, late.id);
      assert.ok(last.name === 'failed' && last.remote === undefined);
    });

    it('fails no later if a service that doesn’t know the job asks for a long wait', async () => {
      const { network, clock } = harness;
      const unknown = rejecting(new ServiceError('jobs.not_found', 404, '', 3_600_000));
      network.onPoll.push(() => ({ status: 'Queued' }), ...Array.from({ length: 50 }, () => unknown));
      const startedAt = clock.monotonic();
      const { state } = await convert();
      assert.ok(state.name === 'failed' && state.problem.code === 'jobs.not_found');
      assert.ok(clock.monotonic() - startedAt < 40_000);
      assert.equal(network.accepted.length, 1);
    });

    it('is polled again if an outage ends with an answer that doesn’t know the job', async () => {
      const { network } = harness;
      const outage = rejecting(new TransportError('transport.unreadable', '', { status: 502 }));
      network.onPoll.push(...Array.from({ length: 12 }, () => outage));
      network.onPoll.push(rejecting(new ServiceError('jobs.not_found', 404, '')));
      const { id } = await convert();
      const state = () => window.jobs.get(id)?.state.name ?? '';
      await harness.eventually(() => ['done', 'failed'].includes(state()), 1000);
      assert.equal(state(), 'done');
      assert.equal(network.accepted.length, 1);
    });
  });

  describe('during a download', () => {
    it('repeats only a download that broke off or was too short', async () => {
      const whole = Buffer.from('the whole output');
      harness.network.output = whole;
      harness.network.onDownload.push(
        () => brokenDownload(whole.subarray(0, 4), new TransportError('transport.interrupted', 'reset')),
        () => downloadOf(whole.subarray(0, 8), whole.length),
        () => downloadOf(Buffer.alloc(0), undefined),
      );
      await convert();
      assert.equal(await harness.read('photo.txt'), 'the whole output');
      assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
      assert.equal(harness.network.accepted.length, 1);
    });

    it('polls again if the service isn’t ready after all', async () => {
      harness.network.onDownload.push(rejecting(new ServiceError('jobs.not_ready', 409, '')));
      assert.equal((await convert()).state.name, 'done');
    });

    it('polls less and less often for an hour if the service isn’t ready', async () => {
      const { network } = harness;
      const notReady = rejecting(new ServiceError('jobs.not_ready', 409, ''));
      network.onDownload.push(...Array.from({ length: 100 }, () => notReady));
      const { id, state } = await convert();
      assert.ok(state.name === 'failed' && state.problem.code === 'jobs.not_ready');
      // The delays are 1, 2, 4 … 60 s, so this is the maximum number of attempts.
      assert.ok(network.downloads > 5 && network.downloads <= 66, `${network.downloads} downloads`);
      network.onDownload.length = 0;
      window.jobs.retry([id]);
      assert.equal((await harness.settle(window, id)).state.name, 'done');
      assert.equal(network.accepted.length, 1);
    });

    it('spends a long wait in the queue, where it delays no other job', async () => {
      const { network } = harness;
      const fault = rejecting(new TransportError('transport.storage', '', { status: 503 }));
      network.onDownload.push(fault, fault, fault, fault);
      const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'))]);
      await harness.eventually(() => network.downloads === 4, 20);
      await harness.until(window, job?.id ?? '', 'queued');
      assert.equal((await harness.settle(window, job?.id ?? '')).state.name, 'done');
    });

    it('gives up at an unusable address, while the job stays at the service', async () => {
      harness.network.onDownload.push(rejecting(new TransportError('transport.unsafe_redirect', 'there')));
      const { state } = await convert();
      assert.ok(state.name === 'failed' && state.problem.code === 'transport.unsafe_redirect');
      assert.equal(state.remote?.jobId, 'job-1');
      assert.equal(harness.network.downloads, 1);
    });

    it('accepts an empty text file, but no empty picture', async () => {
      harness.network.output = Buffer.alloc(0);
      assert.equal((await convert()).state.name, 'done');
      assert.equal(await harness.read('photo.txt'), '');
      const { state } = await convert('rename', 'webp');
      assert.ok(state.name === 'failed' && state.problem.code === 'output.invalid');
      assert.ok(state.keptOutput === undefined && state.remote !== undefined);
      assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    });

    it('expires after an hour, and restarts in the same row', async () => {
      harness.network.onDownload.push(rejecting(new ServiceError('jobs.expired', 410, '')));
      const { id, state } = await convert();
      assert.equal(state.name, 'expired');
      window.jobs.retry([id]);
      assert.equal((await harness.settle(window, id)).state.name, 'done');
      assert.equal(harness.network.accepted.length, 2);
    });

    it('is parked if nothing arrives for a long time, and resumes without a new submission', async () => {
      for (let count = 0; count < 6; count += 1) {
        harness.network.onDownload.push(rejecting(new TransportError('transport.interrupted', 'reset')));
      }
      const { id, state } = await convert();
      assert.equal(state.name, 'offline');
      window.jobs.resume(['offline']);
      await harness.until(window, id, 'done');
      assert.equal(harness.network.accepted.length, 1);
    });

    it('rejects an image without an image’s signature, and keeps the paid result', async () => {
      harness.network.output = Buffer.from('<html>Sorry</html>');
      const { id, state } = await convert('rename', 'webp');
      assert.ok(state.name === 'failed' && state.problem.code === 'output.invalid');
      assert.deepEqual(await harness.names(), ['photo.png']);
      assert.equal(await readFile(pathOf(state.keptOutput), 'utf8'), '<html>Sorry</html>');
      window.jobs.remove([id]);
    });

    it('accepts a ZIP for several images if the service names it so', async () => {
      harness.network.outputFileName = 'photo.zip';
      harness.network.output = Buffer.from('PK\u0003\u0004 and so on');
      assert.equal((await convert('rename', 'webp')).state.name, 'done');
      assert.deepEqual(await harness.names(), ['photo.png', 'photo.zip']);
    });

    it('rejects a ZIP without a ZIP’s signature, whatever the service names it', async () => {
      harness.network.outputFileName = 'photo.zip';
      assert.equal((await convert()).state.name, 'done');
      assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    });

    for (const name of [
      'conftest.py',
      'package.json',
      'x.lnk',
      'evil.code-workspace',
      '.npmrc',
      'Makefile',
    ]) {
      it(`adds the format’s extension if the service names the result ${name}`, async () => {
        harness.network.outputFileName = name;
        const { state } = await convert();
        assert.match(pathOf(state.name === 'done' ? state.output : ''), /\.txt$/);
        harness.network.output = Buffer.from('small');
        const compressed = await compress();
        assert.match(pathOf(compressed.state.name === 'done' ? compressed.state.output : ''), /\.txt$/);
      });
    }
  });

  describe('to a taken name', () => {
    it('numbers the output, and never touches the existing file', async () => {
      await harness.file('photo.txt', 'mine');
      await harness.file('PHOTO (1).TXT', 'mine too');
      await convert();
      assert.deepEqual(await harness.names(), ['PHOTO (1).TXT', 'photo (2).txt', 'photo.png', 'photo.txt']);
      assert.equal(await harness.read('photo.txt'), 'mine');
    });

    it('treats a name in another Unicode form, and a broken link, as taken', async () => {
      harness.network.outputFileName = 'caf\u00e9.txt';
      await harness.file('cafe\u0301.txt', 'mine');
      await symlink('/nowhere/at/all', join(harness.folder, 'caf\u00e9 (1).txt'));
      const { state } = await convert();
      assert.match(pathOf(state.name === 'done' ? state.output : ''), /café \(2\)\.txt$/);
    });

    for (const [answer, names] of [
      ['rename', ['photo (1).txt', 'photo.png', 'photo.txt']],
      ['overwrite', ['photo.png', 'photo.txt']],
      ['skip', ['photo.png', 'photo.txt']],
    ] as const) {
      it(`asks for its name, and continues with the answer “${answer}”`, async () => {
        await harness.file('photo.txt', 'mine');
        const { id } = await convert('ask');
        window.jobs.resolveCollisions([id], answer);
        assert.equal((await harness.settle(window, id)).state.name, 'done');
        assert.deepEqual(await harness.names(), names);
        assert.equal(await harness.read('photo.txt'), answer === 'overwrite' ? 'output' : 'mine');
      });
    }

    it('waits for the user’s name with `ask`, and asks again if it is taken too', async () => {
      harness.network.onDownload.push(async () => {
        await harness.file('photo.txt', 'mine');
        return downloadOf(Buffer.from('output'));
      });
      const { id, state } = await convert('ask');
      assert.equal(state.name, 'needsName');
      await harness.clock.runUntil(window.jobs.rename(id, 'photo.txt'));
      assert.equal(window.jobs.get(id)?.state.name, 'needsName');
      await harness.clock.runUntil(window.jobs.rename(id, '../../escape.txt'));
      assert.deepEqual(await harness.names(), ['escape.txt', 'photo.png', 'photo.txt']);
      assert.equal(await harness.read('photo.txt'), 'mine');
    });

    it('saves nothing with `skip`', async () => {
      harness.network.outputFileName = 'taken.txt';
      await harness.file('taken.txt', 'mine');
      const { state } = await convert('skip');
      assert.equal(state.name === 'done' && state.outcome, 'skipped');
      assert.deepEqual(await harness.names(), ['photo.png', 'taken.txt']);
    });

    it('replaces a file with `overwrite`, after a backup that undo restores', async () => {
      await harness.file('photo.txt', 'mine');
      await convert('overwrite');
      assert.equal(await harness.read('photo.txt'), 'output');
      assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 1, kept: 0 });
      assert.equal(await harness.read('photo.txt'), 'mine');
    });

    it('overwrites only the requested file, and only if it is unchanged', async () => {
      await harness.file('photo.txt', 'mine');
      const { size: sizeBytes, mtimeMs: modifiedMs } = await stat(join(harness.folder, 'photo.txt'));
      const supersedes = { uri: harness.uri('photo.txt'), sizeBytes, modifiedMs };
      const outcomes = [];
      for (const each of [
        { ...supersedes, uri: harness.uri('other.txt') },
        { ...supersedes, sizeBytes: 1 },
        supersedes,
      ]) {
        const { state } = await convert('overwrite', 'txt', each);
        outcomes.push(state.name === 'done' && state.outcome, await harness.read('photo.txt'));
      }
      assert.deepEqual(outcomes, ['skipped', 'mine', 'skipped', 'mine', 'saved', 'output']);
    });

    it('never overwrites its source, and never through a link', async () => {
      harness.network.outputFileName = 'Photo.PNG';
      harness.network.output = Buffer.from('89504e470d0a1a0a', 'hex');
      await convert('overwrite', 'png');
      assert.deepEqual(await harness.names(), ['Photo (1).PNG', 'photo.png']);
      harness.network.output = Buffer.from('output');
      harness.network.outputFileName = 'link.txt';
      await harness.file('target.txt', 'mine');
      await symlink('target.txt', join(harness.folder, 'link.txt'));
      await convert('overwrite');
      assert.equal(await harness.read('target.txt'), 'mine');
      assert.equal(await harness.read('link (1).txt'), 'output');
    });
  });

  describe('of a compressed file', () => {
    it('adds the suffix if the service names no file or the source itself', async () => {
      await compress();
      harness.network.outputFileName = 'Note.TXT';
      await compress();
      assert.deepEqual(await harness.names(), ['note-compressed (1).txt', 'note-compressed.txt', 'note.txt']);
    });

    it('writes nothing if nothing was saved', async () => {
      const { state } = await compress({}, 'output');
      assert.equal(state.name === 'done' && state.outcome, 'alreadySmall');
      assert.deepEqual(await harness.names(), ['note.txt']);
    });

    it('saves an output as long as its source if it removed something, but not an identical one', async () => {
      const asked = async (content: string): Promise<Job> => {
        const request = compressRequest(await harness.file('note.txt', content), {});
        return harness.run(window, { ...request, options: { metadata: 'stripAll' } });
      };
      const { state } = await asked('outpux');
      assert.equal(state.name === 'done' && state.outcome, 'saved');
      assert.equal(await harness.read('note-compressed.txt'), 'output');
      const { state: same } = await asked('output');
      assert.equal(same.name === 'done' && same.outcome, 'alreadySmall');
    });

    it('replaces the source only on request, and undo restores it', async () => {
      await compress({ replaceSource: true });
      assert.deepEqual(await harness.names(), ['note.txt']);
      assert.equal(await harness.read('note.txt'), 'output');
      await window.jobs.undo();
      assert.equal(await harness.read('note.txt'), 'x'.repeat(100));
    });

    it('doesn’t replace a source that has changed', async () => {
      harness.network.onDownload.push(async () => {
        await writeFile(join(harness.folder, 'note.txt'), 'edited');
        return downloadOf(Buffer.from('output'));
      });
      await compress({ replaceSource: true });
      assert.equal(await harness.read('note.txt'), 'edited');
      assert.equal(await harness.read('note-compressed.txt'), 'output');
    });
  });

  describe('into a folder that can’t store it', () => {
    for (const code of ['file.no_permission', 'file.no_space'] as const) {
      it(`keeps the output on ${code}, and a retry places it without paying again`, async () => {
        const files = new RefusingDisk(harness.uri('').replace(/\/$/, ''), code);
        const other = await harness.open({ files });
        const source = await harness.file('photo.png');
        const { id, state } = await harness.run(other, convertRequest(source));
        assert.ok(state.name === 'failed' && state.problem.code === code);
        assert.equal(await readFile(pathOf(state.keptOutput), 'utf8'), 'output');
        files.refuses = false;
        other.jobs.retry([id]);
        assert.equal((await harness.settle(other, id)).state.name, 'done');
        assert.equal(await harness.read('photo.txt'), 'output');
        assert.equal(harness.network.accepted.length, 1);
      });
    }

    it('keeps the output if the folder has vanished, and saves it where the user chooses', async () => {
      harness.network.onDownload.push(async () => {
        await rm(harness.folder, { recursive: true });
        return downloadOf(Buffer.from('output'));
      });
      const { id, state } = await convert();
      assert.ok(state.name === 'failed' && state.keptOutput !== undefined);
      const target = new URL('../../saved.txt', state.keptOutput).href;
      await window.jobs.saveKept(id, target);
      assert.equal(await readFile(pathOf(target), 'utf8'), 'output');
      const after = window.jobs.get(id)?.state;
      assert.equal(after?.name === 'done' && after.output, target);
      await assert.rejects(readFile(pathOf(state.keptOutput)));
    });
  });

  describe('after undo', () => {
    it('has its outputs removed and its rows forgotten', async () => {
      const { id } = await convert();
      assert.equal(window.jobs.canUndo(), true);
      assert.deepEqual(await window.jobs.undo(), { removed: 1, restored: 0, kept: 0 });
      assert.deepEqual(await harness.names(), ['photo.png']);
      assert.equal(window.jobs.get(id), undefined);
      assert.equal(window.jobs.canUndo(), false);
    });

    it('keeps an output that was changed', async () => {
      await convert();
      await utimes(join(harness.folder, 'photo.txt'), new Date(0), new Date(0));
      assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 0, kept: 1 });
      assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    });
  });
});
