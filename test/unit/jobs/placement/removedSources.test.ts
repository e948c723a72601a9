import assert from 'node:assert/strict';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';

describe('A source removed after its conversion', () => {
  const { harness, window } = useJobs();
  let job: Job;

  beforeEach(async () => {
    const source = await harness.file('photo.png', 'the original');
    await utimes(join(harness.folder, 'photo.png'), 1000, 1000);
    job = await harness.run(window, convertRequest(source, { targetFormat: 'txt' }));
  });

  const backups = async (): Promise<number> => (await readdir(join(harness.storage, 'backups'))).length;
  const removeSource = async (): Promise<void> => {
    assert.deepEqual(ids(await window.jobs.backUpSources([job.id])), [job.id]);
    await rm(join(harness.folder, 'photo.png'));
    assert.deepEqual(ids(await window.jobs.withoutSources([job.id])), [job.id]);
  };

  it('is restored with its date when the batch is undone', async () => {
    await removeSource();
    assert.deepEqual(await window.jobs.undo(job.batch), { removed: 1, restored: 1, kept: 0 });
    assert.deepEqual(await harness.names(), ['photo.png']);
    assert.equal(await harness.read('photo.png'), 'the original');
    assert.equal((await stat(join(harness.folder, 'photo.png'))).mtimeMs, 1_000_000);
    assert.equal(await backups(), 0);
  });

  it('is restored if it was removed by mistake, and not twice', async () => {
    await removeSource();
    assert.deepEqual(ids(await window.jobs.restoreSources([job.id])), [job.id]);
    assert.equal(await harness.read('photo.png'), 'the original');
    assert.deepEqual(await window.jobs.restoreSources([job.id]), []);
    assert.deepEqual(await window.jobs.undo(job.batch), { removed: 1, restored: 0, kept: 0 });
  });

  it('is restored beside a file that has taken its name', async () => {
    await removeSource();
    await writeFile(join(harness.folder, 'photo.png'), 'another');
    await window.jobs.undo(job.batch);
    assert.deepEqual(await harness.names(), ['photo (1).png', 'photo.png']);
    assert.equal(await harness.read('photo (1).png'), 'the original');
    assert.equal(await harness.read('photo.png'), 'another');
  });

  it('is restored in another session', async () => {
    await removeSource();
    await window.jobs.close();
    window.kill();
    const next = await harness.open();
    await next.jobs.undo(job.batch);
    assert.equal(await harness.read('photo.png'), 'the original');
  });

  it('is forgotten if it was left in place', async () => {
    await window.jobs.backUpSources([job.id]);
    assert.equal(await backups(), 1);
    assert.deepEqual(await window.jobs.withoutSources([job.id]), []);
    assert.equal(await backups(), 0);
    assert.deepEqual(await window.jobs.undo(job.batch), { removed: 1, restored: 0, kept: 0 });
  });

  it('is left alone by undo while nobody has removed it', async () => {
    await window.jobs.backUpSources([job.id]);
    assert.deepEqual(await window.jobs.undo(job.batch), { removed: 1, restored: 0, kept: 0 });
    assert.deepEqual(await harness.names(), ['photo.png']);
    assert.equal(await backups(), 0);
  });

  it('stays if nothing could restore it', async () => {
    await window.jobs.undo(job.batch);
    assert.deepEqual(await window.jobs.backUpSources([job.id]), []);
  });
});

function ids(jobs: readonly Job[]): string[] {
  return jobs.map(({ id }) => id);
}
