import assert from 'node:assert/strict';
import { convertRequest, useJobsHarness } from '../../support/jobs/jobsHarness.ts';

describe('Jobs', () => {
  const harness = useJobsHarness();

  it('puts the output beside its source', async () => {
    const window = await harness.open();
    const job = await harness.run(window, convertRequest(await harness.file('photo.png')));
    assert.equal(job.state.name, 'done');
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    assert.equal(await harness.read('photo.txt'), 'output');
    assert.deepEqual(window.log, []);
  });

  it('counts its jobs by phase, and knows which can be undone', async () => {
    const { jobs } = await harness.open();
    const counts = (): number[] => (['active', 'parked', 'ended'] as const).map((phase) => jobs.count(phase));
    const requests = [
      convertRequest(await harness.file('a.png')),
      convertRequest(`${harness.folder}/gone.png`),
    ];
    const [done, failed] = jobs.add(requests);
    assert.ok(done && failed);
    assert.deepEqual(counts(), [2, 0, 0]);
    await harness.clock.runUntil(jobs.settled([done.id, failed.id]));
    assert.deepEqual(counts(), [0, 0, 2]);
    assert.deepEqual([jobs.canUndo(), jobs.canUndo(done.id), jobs.canUndo(failed.id)], [true, true, false]);
    await jobs.undo(done.batch);
    assert.deepEqual(counts(), [0, 0, 1]);
    assert.equal(jobs.canUndo(), false);
  });
});
