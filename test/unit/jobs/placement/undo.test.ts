import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Backup, UndoHistory } from '../../../../src/jobs/core/undoEntry.ts';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { type BackupLimits, Backups } from '../../../../src/jobs/placement/undo.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('Backups', () => {
  const folder = useTemporaryFolder();
  let clock: FakeClock;
  let effects: UndoHistory;

  beforeEach(async () => {
    clock = new FakeClock();
    effects = new UndoHistory({ recordUndo: () => {}, forgetUndo: () => {} });
  });

  const open = (limits: Partial<BackupLimits> = {}): Backups =>
    new Backups(new DiskFileStore(), join(folder.path, 'backups'), effects, clock, {
      maxFiles: 10,
      maxBytes: 1000,
      maxAgeMs: 1000,
      ...limits,
    });

  const take = async (backups: Backups, jobId: string, batch: string): Promise<Backup | undefined> => {
    const path = join(folder.path, jobId);
    await writeFile(path, `content of ${jobId}`);
    const uri = pathToFileURL(path).href;
    const facts = { kind: 'file', sizeBytes: 10, modifiedMs: 1, isLink: false } as const;
    const backup = await backups.take(uri, facts, batch);
    const output = { uri, sizeBytes: 1, modifiedMs: 1 };
    if (backup !== undefined) {
      effects.add({ jobId, batch, at: clock.now(), output, replaced: backup, madeFolders: undefined });
    }
    return backup;
  };

  const kept = async (): Promise<number> => (await readdir(join(folder.path, 'backups'))).length;

  it('copy files', async () => {
    const backup = await take(open(), 'one', 'a');
    assert.equal(await readFile(fileURLToPath(backup?.uri ?? ''), 'utf8'), 'content of one');
  });

  for (const limits of [{ maxFiles: 2 }, { maxBytes: 20 }]) {
    it(`delete older batches to make room, within ${JSON.stringify(limits)}`, async () => {
      const backups = open(limits);
      await take(backups, 'one', 'a');
      await take(backups, 'two', 'a');
      assert.notEqual(await take(backups, 'three', 'b'), undefined);
      assert.equal(await kept(), 1);
      assert.deepEqual(
        effects.all().map(({ jobId }) => jobId),
        ['three'],
      );
    });

    it(`are refused rather than deleted from their own batch, within ${JSON.stringify(limits)}`, async () => {
      const backups = open(limits);
      await take(backups, 'one', 'a');
      await take(backups, 'two', 'a');
      assert.equal(await take(backups, 'three', 'a'), undefined);
      assert.equal(await kept(), 2);
    });
  }

  it('are deleted when they are old, except the last batch’s', async () => {
    const backups = open();
    await take(backups, 'one', 'a');
    await take(backups, 'two', 'b');
    await clock.advance(2000);
    await backups.prune();
    assert.equal(await kept(), 1);
    assert.deepEqual(
      effects.ofLastBatch().map(({ jobId }) => jobId),
      ['two'],
    );
  });
});

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
