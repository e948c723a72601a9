import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { convertRequest, useJobsHarness } from '../../support/jobs/jobsHarness.ts';

describe('Jobs', () => {
  const harness = useJobsHarness();

  it('puts the output beside its source even if the journals were deleted, and accepts other jobs', async () => {
    const window = await harness.open();
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await harness.until(window, job?.id ?? '', 'processing');
    await rename(join(harness.storage, 'journals'), join(harness.storage, 'deleted'));
    assert.equal((await harness.settle(window, job?.id ?? '')).state.name, 'done');
    const { state } = await harness.run(window, convertRequest(await harness.file('other.png')));
    assert.equal(state.name, 'done');
    assert.deepEqual(await harness.names(), ['other.png', 'other.txt', 'photo.png', 'photo.txt']);
  });

  it('counts its jobs by phase, and knows which and how many can be undone', async () => {
    const { jobs } = await harness.open();
    const counts = (): number[] => (['active', 'parked', 'ended'] as const).map((phase) => jobs.count(phase));
    const requests = [
      convertRequest(await harness.file('a.png')),
      convertRequest(`${harness.folder}/gone.png`),
      convertRequest(await harness.file('b.png')),
    ];
    const added = jobs.add(requests);
    const [done, failed] = added;
    assert.ok(done && failed);
    assert.deepEqual(counts(), [3, 0, 0]);
    await harness.clock.runUntil(jobs.settled(added.map(({ id }) => id)));
    assert.deepEqual(counts(), [0, 0, 3]);
    assert.equal(jobs.resultsToUndo(done.batch), 2);
    assert.deepEqual([jobs.canUndo(), jobs.canUndo(done.id), jobs.canUndo(failed.id)], [true, true, false]);
    await jobs.undo(done.batch);
    assert.deepEqual(counts(), [0, 0, 1]);
    assert.equal(jobs.canUndo(), false);
  });

  it('parks a job that awaits credits, sends nothing, and sends it once it is resumed', async () => {
    const window = await harness.open();
    const request = { ...convertRequest(await harness.file('photo.png')), awaitsCredits: true };
    const job = await harness.run(window, request);
    assert.equal(job.state.name, 'needsCredits');
    window.jobs.add([request]);
    assert.equal((await harness.settle(window, job.id)).state.name, 'needsCredits');
    assert.equal(harness.network.accepted.length, 0);
    window.jobs.resume(['needsCredits']);
    assert.equal((await harness.settle(window, job.id)).state.name, 'done');
    assert.equal(harness.network.accepted.length, 1);
  });
});
