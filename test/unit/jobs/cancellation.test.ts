import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../src/contract/errors.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { convertRequest, useJobs } from '../../support/jobs/jobsHarness.ts';
import { downloadOf, gate, rejecting } from '../../support/jobs/scriptedService.ts';

describe('Jobs.cancel', () => {
  const { harness, window } = useJobs();

  const add = async (service: 'local' | 'network' = 'network'): Promise<string> => {
    const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'), { service })]);
    return job?.id ?? '';
  };

  const outcome = (id: string): unknown => {
    const state = window.jobs.get(id)?.state;
    return state?.name === 'canceled' ? { spent: state.spent } : state?.name;
  };

  it('removes a waiting job from the queue', async () => {
    const id = await add();
    await window.jobs.cancel([id]);
    assert.deepEqual(outcome(id), { spent: false });
    await harness.clock.advance(10_000);
    assert.equal(harness.network.accepted.length, 0);
  });

  it('aborts an upload before its end, at no cost', async () => {
    const held = gate();
    harness.network.onSubmit.push(held.answer);
    const id = await add();
    await harness.until(window, id, 'uploading');
    const canceled = window.jobs.cancel([id]);
    held.open();
    await harness.clock.runUntil(canceled);
    assert.deepEqual(outcome(id), { spent: false });
    assert.equal(harness.network.accepted.length, 0);
  });

  it('waits for the answer to a complete upload, and then reports that it was charged', async () => {
    const held = gate();
    harness.network.afterAccept.push(held.answer);
    const id = await add();
    await harness.eventually(() => held.asked() > 0, 10);
    const canceled = window.jobs.cancel([id]);
    await harness.clock.advance(1000);
    assert.equal(outcome(id), 'uploading');
    held.open();
    await harness.clock.runUntil(canceled);
    assert.deepEqual(outcome(id), { spent: true });
    assert.equal(harness.network.accepted.length, 1);
  });

  it('stops following an accepted job', async () => {
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const id = await add();
    await harness.until(window, id, 'processing');
    await harness.clock.runUntil(window.jobs.cancel([id]));
    assert.deepEqual(outcome(id), { spent: true });
    const polls = harness.network.polls.length;
    await harness.clock.advance(60_000);
    assert.equal(harness.network.polls.length, polls);
  });

  it('aborts a conversion on this computer, and waits until the service no longer uses its folder', async () => {
    const held = gate();
    harness.local.onConvert.push(held.answer);
    const id = await add('local');
    await harness.until(window, id, 'converting');
    await harness.clock.runUntil(window.jobs.cancel([id]));
    assert.deepEqual(outcome(id), { spent: false });
    assert.deepEqual(await harness.names(), ['photo.png']);
  });

  it('aborts a download and leaves no file', async () => {
    const held = gate();
    harness.network.onDownload.push(async () => {
      await held.answer();
      return downloadOf(Buffer.from('output'));
    });
    const id = await add();
    await harness.eventually(() => held.asked() > 0, 10);
    const canceled = window.jobs.cancel([id]);
    held.open();
    await harness.clock.runUntil(canceled);
    assert.deepEqual(outcome(id), { spent: true });
    assert.deepEqual(await harness.names(), ['photo.png']);
  });

  it('forgets an unconfirmed job, and submits nothing', async () => {
    harness.network.afterAccept.push(rejecting(new ServiceError('oops', 500, 'ran all the same')));
    const id = await add();
    assert.equal((await harness.settle(window, id)).state.name, 'unconfirmed');
    await window.jobs.cancel([id]);
    assert.equal(window.jobs.get(id), undefined);
    await harness.clock.advance(60_000);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('leaves a job unconfirmed if it is neither accepted nor refused while being canceled', async () => {
    const held = gate();
    harness.network.afterAccept.push(async () => {
      await held.answer();
      throw new ServiceError('oops', 500, 'ran all the same');
    });
    const id = await add();
    await harness.eventually(() => held.asked() > 0, 10);
    const canceled = window.jobs.cancel([id]);
    held.open();
    await harness.clock.runUntil(canceled);
    assert.equal(outcome(id), 'unconfirmed');
  });

  it('leaves an ended job as it is, and retry restarts a canceled one', async () => {
    const id = await add();
    await harness.settle(window, id);
    await window.jobs.cancel([id]);
    assert.equal(outcome(id), 'done');
    const other = window.jobs.add([convertRequest(await harness.file('b.png'))])[0]?.id ?? '';
    await window.jobs.cancel([other]);
    window.jobs.retry([other]);
    assert.equal((await harness.settle(window, other)).state.name, 'done');
  });

  it('cancels jobs that wait for an unreachable service, and keeps those that may have been charged', async () => {
    harness.network.afterAccept.push(rejecting(new ServiceError('oops', 500, 'ran all the same')));
    const unconfirmed = await add();
    await harness.until(window, unconfirmed, 'unconfirmed');
    const refusal = rejecting(new TransportError('transport.unreachable', 'refused'));
    harness.network.onSubmit.push(refusal, refusal, refusal);
    const files = await Promise.all(['1.png', '2.png', '3.png'].map(async (name) => harness.file(name)));
    const jobs = window.jobs.add(files.map((file) => convertRequest(file, { service: 'network' })));
    const ids = jobs.map(({ id }) => id);
    await harness.clock.runUntil(window.jobs.settled(ids));
    assert.deepEqual(ids.map(outcome), ['offline', 'offline', 'offline']);
    const held = gate();
    harness.local.onConvert.push(held.answer);
    const moving = await add('local');
    await harness.eventually(() => held.asked() > 0, 10);
    const canceled = window.jobs.cancelAll();
    held.open();
    await harness.clock.runUntil(canceled);
    assert.deepEqual(
      [...ids, moving].map(outcome),
      [1, 2, 3, 4].map(() => ({ spent: false })),
    );
    assert.equal(outcome(unconfirmed), 'unconfirmed');
  });
});

describe('Jobs.settled', () => {
  const { harness, window } = useJobs();

  it('rejects only when its signal aborts', async () => {
    harness.network.silent = true;
    const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    const reason = new Error('enough');
    const controller = new AbortController();
    const settled = window.jobs.settled([job?.id ?? ''], controller.signal);
    controller.abort(reason);
    await assert.rejects(settled, reason);
  });
});

describe('Moving jobs to another service', () => {
  const { harness, window } = useJobs((harness) => {
    harness.network.tier = { ...tierLimits.free, maxParallelJobs: 0.5 };
  });

  const add = async (...names: readonly string[]): Promise<string[]> => {
    const sources = await Promise.all(names.map((name) => harness.file(name)));
    return window.jobs.add(sources.map((source) => convertRequest(source))).map(({ id }) => id);
  };

  it('restarts refused jobs at the other service, in the same batch', async () => {
    const refusal = new ServiceError('usage.daily_limit_exceeded', 402, '');
    harness.network.onSubmit.push(rejecting(refusal));
    const [first = '', second = ''] = await add('1.png', '2.png');
    await harness.until(window, second, 'needsCredits');
    const batch = window.jobs.get(first)?.batch;
    const moved = await window.jobs.moveTo('local', [first, second]);
    assert.deepEqual([...moved.keys()].toSorted(), [first, second].toSorted());
    for (const id of moved.values()) {
      const job = await harness.settle(window, id);
      assert.deepEqual([job.state.name, job.service, job.batch], ['done', 'local', batch]);
    }
    assert.equal(window.jobs.get(first), undefined);
    assert.equal(harness.network.accepted.length, 0);
  });

  it('restarts jobs that wait for an unreachable service', async () => {
    harness.network.onSubmit.push(rejecting(new TransportError('transport.unreachable', 'refused')));
    const [id = ''] = await add('1.png');
    await harness.until(window, id, 'offline');
    assert.equal((await window.jobs.moveTo('local', [id])).size, 1);
  });

  it('leaves jobs alone that were or may have been accepted', async () => {
    const hung = gate();
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const [accepted = ''] = await add('1.png');
    await harness.until(window, accepted, 'processing');
    assert.equal((await window.jobs.moveTo('local', [accepted])).size, 0);
    assert.equal((await harness.settle(window, accepted)).state.name, 'done');

    harness.network.afterAccept.push(hung.answer);
    const [sent = ''] = await add('2.png');
    await harness.eventually(() => hung.asked() === 1, 20);
    assert.equal((await window.jobs.moveTo('local', [sent])).size, 0);
    hung.open();
    assert.equal((await harness.settle(window, sent)).service, 'network');
    assert.equal(harness.local.begun.length, 0);
  });

  it('leaves jobs alone at an unreachable service if they were paid', async () => {
    const refused = new TransportError('transport.unreachable', 'refused');
    for (let index = 0; index < 5; index += 1) harness.network.onPoll.push(rejecting(refused));
    const [id = ''] = await add('1.png');
    await harness.until(window, id, 'offline');
    assert.equal((await window.jobs.moveTo('local', [id])).size, 0);
    const job = window.jobs.get(id);
    assert.deepEqual([job?.service, job?.state.name], ['network', 'offline']);
  });
});
