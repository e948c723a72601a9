import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError, ShapeError, TransportError } from '../../../../src/contract/errors.ts';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import type { JobState } from '../../../../src/jobs/core/job.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';
import { outputTemplates } from '../../../support/jobs/outputTemplates.ts';
import { rejecting } from '../../../support/jobs/scriptedService.ts';

describe('A submission', () => {
  const { harness, window } = useJobs();

  const runOne = async (name = 'photo.png'): Promise<JobState> =>
    (await harness.run(window, convertRequest(await harness.file(name)))).state;

  const failsWith = async (source: string, code: string): Promise<void> => {
    const { state } = await harness.run(window, convertRequest(source));
    assert.equal(state.name === 'failed' ? state.problem.code : state.name, code);
    assert.equal(harness.network.accepted.length, 0);
  };

  const addMany = async (count: number): Promise<string[]> => {
    const sources = await Promise.all(
      Array.from({ length: count }, (_, index) => harness.file(`photo${index}.png`)),
    );
    return window.jobs.add(sources.map((source) => convertRequest(source))).map((job) => job.id);
  };

  it('carries the source’s name, target, options, and bytes', async () => {
    const source = await harness.file('pho to.png', 'bytes');
    await harness.run(window, convertRequest(source, { options: { quality: 80 } }));
    const [accepted] = harness.network.accepted;
    assert.equal(accepted?.fileName, 'pho to.png');
    assert.equal(accepted.targetFormat, 'txt');
    assert.deepEqual(accepted.options, { quality: 80 });
    assert.equal(accepted.content.toString(), 'bytes');
  });

  it('costs what the answer says, or one credit if it says nothing', async () => {
    const charges: unknown[] = [];
    for (const [creditsCharged, name] of [
      [3, 'pages.png'],
      [0, 'free.png'],
      [undefined, 'photo.png'],
    ] as const) {
      harness.network.creditsCharged = creditsCharged;
      const { charge } = await harness.run(window, convertRequest(await harness.file(name)));
      charges.push([charge?.credits, charge?.isExact, charge?.remote]);
    }
    assert.deepEqual(charges, [
      [3, true, { jobId: 'job-1', epoch: undefined }],
      [0, true, { jobId: 'job-2', epoch: undefined }],
      [1, undefined, { jobId: 'job-3', epoch: undefined }],
    ]);
  });

  describe('with an unsuitable source or output', () => {
    it('isn’t made for a missing file', () => failsWith(harness.uri('gone.png'), 'file.missing'));

    it('isn’t made for an empty file', async () =>
      failsWith(await harness.file('empty.png', ''), 'file.empty'));

    it('isn’t made for a folder', async () => {
      await mkdir(join(harness.folder, 'folder'));
      await failsWith(harness.uri('folder'), 'file.not_a_file');
    });

    it('isn’t made for a file larger than the tier’s limit', async () => {
      harness.network.tier = { ...tierLimits.free, maxFileBytes: 4 };
      await failsWith(await harness.file('large.png', '12345'), 'request.file_too_large');
    });

    it('isn’t made for an output with a taken name if such outputs are skipped', async () => {
      await harness.file('photo.txt', 'mine');
      const source = await harness.file('photo.png');
      const placement = { ...convertRequest(source).placement, onCollision: 'skip' } as const;
      const { state } = await harness.run(window, convertRequest(source, { placement }));
      assert.equal(state.name === 'done' && state.outcome, 'skipped');
      assert.equal(harness.network.accepted.length, 0);
    });

    it('isn’t made for an output with a taken name until the user chooses another', async () => {
      await harness.file('Photo.TXT', 'mine');
      const source = await harness.file('photo.png');
      const placement = { ...convertRequest(source).placement, onCollision: 'ask' } as const;
      const job = await harness.run(window, convertRequest(source, { placement }));
      assert.equal(job.state.name, 'needsName');
      assert.equal(harness.network.accepted.length, 0);
      await harness.clock.runUntil(window.jobs.rename(job.id, 'other.txt'));
      assert.deepEqual(await harness.names(), ['Photo.TXT', 'other.txt', 'photo.png']);
    });
  });

  it('asks for a missing or wrong key, and holds the whole queue', async () => {
    const refusal = new ServiceError('api_key.invalid_or_ip_not_allowed', 401, 'no');
    harness.network.tier = { ...tierLimits.free, maxParallelJobs: 0.5 };
    harness.network.onSubmit.push(rejecting(refusal));
    const ids = await addMany(3);
    const jobs = await harness.clock.runUntil(window.jobs.settled(ids));
    assert.deepEqual(
      jobs.map(({ state }) => state.name),
      ['needsKey', 'needsKey', 'needsKey'],
    );
    window.jobs.resume(['needsKey']);
    const after = await harness.clock.runUntil(window.jobs.settled(ids));
    assert.ok(after.every(({ state }) => state.name === 'done'));
    assert.equal(harness.network.accepted.length, 3);
  });

  it('parks the rest of its batch when credits run out, with the figures, and resumes by one click', async () => {
    harness.network.tier = { ...tierLimits.free, maxParallelJobs: 0.5 };
    const detail = 'Insufficient credits. Required: 3, Available: 1';
    harness.network.onSubmit.push(
      rejecting(new ServiceError('entitlements.insufficient_credits', 402, detail)),
    );
    const other = await harness.file('other.png');
    const ids = await addMany(3);
    const [ofOtherBatch] = window.jobs.add([convertRequest(other)]);
    const parked = await harness.clock.runUntil(window.jobs.settled(ids));
    for (const { state } of parked) {
      assert.ok(state.name === 'needsCredits');
      assert.deepEqual([state.required, state.available], [3, 1]);
    }
    assert.equal((await harness.settle(window, ofOtherBatch?.id ?? '')).state.name, 'done');
    window.jobs.retry(ids);
    const after = await harness.clock.runUntil(window.jobs.settled(ids));
    assert.ok(after.every(({ state }) => state.name === 'done'));
  });

  it('waits for credits at the daily limit', async () => {
    harness.network.onSubmit.push(rejecting(new ServiceError('usage.daily_limit_exceeded', 402, '')));
    assert.equal((await runOne()).name, 'needsCredits');
  });

  it('fails with the code and detail of an unknown refusal', async () => {
    harness.network.onSubmit.push(rejecting(new ServiceError('conversions.unsupported_pair', 422, 'not so')));
    const state = await runOne();
    assert.deepEqual(state.name === 'failed' && state.problem, {
      code: 'conversions.unsupported_pair',
      detail: 'not so',
    });
  });

  for (const code of ['queue.limit_exceeded', 'queue.pool_saturated', 'rate_limited']) {
    it(`stays in the queue on ${code} and is repeated`, async () => {
      harness.network.onSubmit.push(rejecting(new ServiceError(code, 429, '')));
      harness.network.onSubmit.push(rejecting(new ServiceError(code, 503, '')));
      assert.equal((await runOne()).name, 'done');
      assert.equal(harness.network.accepted.length, 1);
    });
  }

  it('waits as long as the service asks, and makes the others wait, too', async () => {
    const tries: number[] = [];
    const note = (): void => void tries.push(harness.clock.now());
    harness.network.tier = { ...tierLimits.free, maxParallelJobs: 0.5 };
    harness.network.onSubmit.push(
      () => {
        note();
        throw new ServiceError('rate_limited', 429, '', 30_000);
      },
      note,
      note,
    );
    const ids = await addMany(2);
    await harness.clock.runUntil(window.jobs.settled(ids));
    const [first = 0, ...later] = tries;
    assert.equal(later.length, 2);
    assert.ok(later.every((at) => at - first >= 30_000));
  });

  it('goes offline if no connection is made, then retries automatically and resumes everything', async () => {
    const refusal = new TransportError('transport.unreachable', 'refused');
    harness.network.tier = { ...tierLimits.free, maxParallelJobs: 0.5 };
    harness.network.onSubmit.push(rejecting(refusal), rejecting(refusal));
    const ids = await addMany(2);
    const jobs = await harness.clock.runUntil(window.jobs.settled(ids));
    assert.ok(jobs.every(({ state }) => state.name === 'offline'));
    for (const id of ids) await harness.until(window, id, 'done');
    assert.equal(harness.network.accepted.length, 2);
  });

  it('continues at once when the network is reported as back', async () => {
    harness.network.onSubmit.push(rejecting(new TransportError('transport.unreachable', 'refused')));
    const [id = ''] = await addMany(1);
    await harness.settle(window, id);
    window.jobs.resume(['offline']);
    assert.equal((await harness.settle(window, id)).state.name, 'done');
  });

  describe('with an unknown outcome', () => {
    const lost = new TransportError('transport.interrupted', 'reset', { requestComplete: true });

    it('becomes unconfirmed where the service charges, and isn’t submitted again without a click', async () => {
      harness.network.afterAccept.push(rejecting(lost));
      const [id = ''] = await addMany(1);
      const { state } = await harness.settle(window, id);
      assert.ok(state.name === 'unconfirmed');
      assert.equal(state.sizeBytes, 'a source of some length'.length);
      assert.equal(state.sha256, createHash('sha256').update('a source of some length').digest('hex'));
      window.jobs.retry([id]);
      window.jobs.resume(['offline', 'needsKey', 'needsCredits', 'unconfirmed']);
      assert.equal(window.jobs.get(id)?.state.name, 'unconfirmed');
      await harness.clock.advance(600_000);
      assert.equal(harness.network.accepted.length, 1);
      window.jobs.retry([id], { mayChargeTwice: true });
      assert.equal((await harness.settle(window, id)).state.name, 'done');
      assert.equal(harness.network.accepted.length, 2);
    });

    describe('at a service that accepts each key once', () => {
      beforeEach(() => {
        harness.network.announced = { idempotencyKeySeconds: 86_400 };
      });

      it('is repeated automatically under its key until it is answered, and paid for once', async () => {
        harness.network.afterAccept.push(...Array.from({ length: 12 }, () => rejecting(lost)));
        const [id = ''] = await addMany(1);
        const job = await harness.settle(window, id);
        assert.deepEqual([job.state.name, job.charge?.remote.jobId], ['done', 'job-1']);
        assert.equal(harness.network.accepted.length, 1);
        assert.equal(job.lostSubmission, undefined);
      });

      it('is repeated through an outage', async () => {
        const unreachable = new TransportError('transport.unreachable', 'refused');
        harness.network.afterAccept.push(rejecting(lost));
        harness.network.onSubmit.push(() => {}, rejecting(unreachable));
        const [id = ''] = await addMany(1);
        await harness.until(window, id, 'offline');
        await harness.until(window, id, 'done');
        assert.equal(harness.network.accepted.length, 1);
      });

      it('is unconfirmed once the service may have forgotten the key, and then gets a new one', async () => {
        harness.network.announced = { idempotencyKeySeconds: 3600 };
        harness.network.afterAccept.push(rejecting(lost));
        const [id = ''] = await addMany(1);
        assert.equal((await harness.settle(window, id)).state.name, 'unconfirmed');
        window.jobs.retry([id], { mayChargeTwice: true });
        assert.equal((await harness.settle(window, id)).state.name, 'done');
        const [first, second] = harness.network.accepted.map(({ idempotencyKey }) => idempotencyKey);
        assert.ok(first && second && first !== second);
      });

      it('is unconfirmed if the source has changed since', async () => {
        harness.network.afterAccept.push(rejecting(lost));
        const [id = ''] = await addMany(1);
        await harness.eventually(() => window.jobs.get(id)?.lostSubmission !== undefined);
        await harness.file('photo0.png', 'other content');
        assert.equal((await harness.settle(window, id)).state.name, 'unconfirmed');
        assert.equal(harness.network.accepted.length, 1);
      });

      it('gets a new key after a refusal', async () => {
        harness.network.onSubmit.push(rejecting(new ServiceError('queue.limit_exceeded', 429, 'full')));
        const [id = ''] = await addMany(1);
        const job = await harness.settle(window, id);
        assert.deepEqual([job.state.name, job.lostSubmission], ['done', undefined]);
      });
    });

    it('is repeated automatically if a network charges nothing', async () => {
      harness.network.charges = false;
      harness.network.afterAccept.push(rejecting(lost));
      const [id = ''] = await addMany(1);
      const job = await harness.settle(window, id);
      assert.deepEqual([job.state.name, job.charge], ['done', undefined]);
      assert.equal(harness.network.accepted.length, 2);
    });

    it('can be forgotten', async () => {
      harness.network.afterAccept.push(rejecting(new ServiceError('oops', 500, 'ran all the same')));
      const [id = ''] = await addMany(1);
      assert.equal((await harness.settle(window, id)).state.name, 'unconfirmed');
      window.jobs.remove([id]);
      assert.equal(window.jobs.get(id), undefined);
    });

    it('is also unconfirmed if the answer can’t be parsed', async () => {
      harness.network.afterAccept.push(rejecting(new ShapeError('id', 'answer')));
      assert.equal((await runOne()).name, 'unconfirmed');
    });

    it('is repeated if the service doesn’t charge, a limited number of times', async () => {
      harness.network.charges = false;
      harness.network.afterAccept.push(rejecting(lost));
      assert.equal((await runOne()).name, 'done');
      for (let count = 0; count < 10; count += 1) harness.network.afterAccept.push(rejecting(lost));
      assert.equal((await runOne('other.png')).name, 'failed');
    });
  });

  it('is repeated if its upload broke off early', async () => {
    const cut = new TransportError('transport.interrupted', 'reset', { requestComplete: false });
    harness.network.onSubmit.push(rejecting(cut));
    assert.equal((await runOne()).name, 'done');
    assert.equal(harness.network.accepted.length, 1);
  });

  it('leaves only after its intent is on disk', async () => {
    const [path = ''] = await harness.journals();
    const seen: string[] = [];
    harness.network.onSubmit.push(() => void seen.push(readFileSync(path, 'utf8')));
    await runOne();
    assert.match(seen.join(), /"name":"uploading"/);
  });

  it('isn’t made if the storage for its intent is gone', async () => {
    await rm(harness.storage, { recursive: true });
    await addMany(1);
    await harness.eventually(() => /Nothing can be submitted/.test(window.log.join()));
    await harness.clock.advance(60_000);
    assert.equal(harness.network.accepted.length, 0);
  });

  it('is joined by a second request for the same result', async () => {
    const source = await harness.file('photo.png');
    const [first] = window.jobs.add([convertRequest(source, { options: { a: 1, b: 2 } })]);
    const [second] = window.jobs.add([convertRequest(source, { options: { b: 2, a: 1 } })]);
    const [other] = window.jobs.add([convertRequest(source, { targetFormat: 'pdf' })]);
    assert.equal(second?.id, first?.id);
    assert.notEqual(other?.id, first?.id);
    const ids = window.jobs.all().map((job) => job.id);
    await harness.clock.runUntil(window.jobs.settled(ids));
    assert.equal(harness.network.accepted.length, 2);
  });

  it('isn’t joined by a request with another folder or name for the result', async () => {
    const { placement, ...request } = convertRequest(await harness.file('photo.png'));
    const outputs = [undefined, outputTemplates({ folder: 'web' }), outputTemplates({ name: 'icon' })];
    const jobs = window.jobs.add(
      outputs.map((output) => ({ ...request, placement: { ...placement, output } })),
    );
    await harness.clock.runUntil(window.jobs.settled(jobs.map(({ id }) => id)));
    assert.deepEqual(await harness.names(), ['icon.txt', 'photo.png', 'photo.txt', 'web']);
  });
});
