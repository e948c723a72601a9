import assert from 'node:assert/strict';
import { JobsHarness, convertRequest } from '../../support/jobs/jobsHarness.ts';

describe('Jobs', () => {
  let harness: JobsHarness;

  beforeEach(async () => {
    harness = await JobsHarness.create();
  });
  afterEach(() => harness.dispose());

  it('puts the output beside its source', async () => {
    const window = await harness.open();
    const job = await harness.run(window, convertRequest(await harness.file('photo.png')));
    assert.equal(job.state.name, 'done');
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    assert.equal(await harness.read('photo.txt'), 'output');
    assert.deepEqual(window.log, []);
  });
});
