import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';

describe('A companion file of a batch', () => {
  const { harness, window } = useJobs();
  let job: Job;

  beforeEach(async () => {
    job = await harness.run(window, convertRequest(await harness.file('a.png', 'a')));
  });

  const place = async (name: string, content: string): Promise<boolean> => {
    const uri = pathToFileURL(path.join(harness.folder, name)).href;
    return window.jobs.placeBeside(job.batch, uri, new TextEncoder().encode(content));
  };

  it('is removed when the batch is undone, even in a later session', async () => {
    assert.ok(await place('list.json', '{}'));
    assert.equal(await harness.read('list.json'), '{}');
    await window.jobs.close();
    const next = await harness.open();
    assert.deepEqual(await harness.clock.runUntil(next.jobs.undo()), { removed: 2, restored: 0, kept: 0 });
    assert.deepEqual(await harness.names(), ['a.png']);
  });

  it('stays if somebody has changed it', async () => {
    await place('list.json', '{}');
    await writeFile(path.join(harness.folder, 'list.json'), '{ "mine": 1 }');
    assert.deepEqual(await harness.clock.runUntil(window.jobs.undo()), { removed: 1, restored: 0, kept: 1 });
    assert.equal(await harness.read('list.json'), '{ "mine": 1 }');
  });

  it('takes no existing name, and leaves nothing behind', async () => {
    const before = await harness.names();
    assert.equal(await place('a.png', 'other'), false);
    assert.equal(await harness.read('a.png'), 'a');
    assert.deepEqual(await harness.names(), before);
    await assert.rejects(place('none/list.json', '{}'), { name: 'FileStoreError' });
    assert.deepEqual(await harness.names(), before);
  });
});
