import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../src/contract/errors.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { convertRequest, useJobs } from '../../support/jobs/jobsHarness.ts';
import { gate, rejecting } from '../../support/jobs/scriptedService.ts';

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
    assert.equal(harness.services.local.accepted.length, 0);
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
