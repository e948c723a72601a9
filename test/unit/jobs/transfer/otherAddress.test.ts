import assert from 'node:assert/strict';
import { convertRequest, useJobsHarness } from '../../../support/jobs/jobsHarness.ts';

describe('A job at the network after the network’s address changed', () => {
  const harness = useJobsHarness();

  const isHeldBack = (charges: boolean) => async () => {
    harness.network.charges = charges;
    const window = await harness.open();
    harness.network.run = 'https://one.example/';
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    const id = job?.id ?? '';
    await harness.until(window, id, 'processing');

    harness.network.run = 'https://two.example/';
    const polls = harness.network.polls.length;
    const { state } = await harness.settle(window, id);
    assert.ok(state.name === 'failed');
    assert.equal(state.problem.code, 'network.other_address');
    assert.equal(harness.network.polls.length, polls);

    harness.network.run = 'https://one.example/';
    window.jobs.retry([id]);
    assert.equal((await harness.settle(window, id)).state.name, 'done');
    assert.equal(harness.network.accepted.length, 1);
  };

  it('isn’t polled or paid at the new address, and continues at its own', isHeldBack(true));
  it('isn’t sent there automatically if nothing is charged, either', isHeldBack(false));
});
