import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Backup } from '../../../../src/jobs/core/effect.ts';
import { DiskFileStore } from '../../../../src/jobs/files/diskFileStore.ts';
import { type BackupLimits, Backups } from '../../../../src/jobs/placement/backups.ts';
import { Effects } from '../../../../src/jobs/placement/effects.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('Backups', () => {
  const folder = useTemporaryFolder();
  let clock: FakeClock;
  let effects: Effects;

  beforeEach(async () => {
    clock = new FakeClock();
    effects = new Effects({ savedEffect: () => {}, removedEffect: () => {} });
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
