import assert from 'node:assert/strict';
import { appendFile, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { FileStoreError } from '../../../../src/jobs/core/fileStore.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { compressRequest, convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';

const original = 'the original, which is longer than its result';

async function inUse(): Promise<never> {
  throw new Error('The file is in use.');
}

describe('A replaced file', () => {
  const { harness, window, switchTo } = useJobs();
  const backupFolder = (): string => join(harness.storage, 'backups');
  const backups = async (): Promise<string[]> => readdir(backupFolder());
  const photo = (): string => join(harness.folder, 'photo.txt');

  const replace = async (content = original): Promise<Job> => {
    const source = await harness.file('photo.txt', content);
    return harness.run(window, compressRequest(source, { replaceSource: true }));
  };

  /** Opens a window in which `saved` runs whenever the end of a file with this extension was read. */
  const whileCopying = async (extension: string, saved: () => Promise<void>): Promise<void> => {
    const disk = new DiskFileStore();
    const read: DiskFileStore['read'] = (uri) => {
      const reader = disk.read(uri);
      return {
        read: async (memory) => {
          const count = await reader.read(memory);
          if (count === 0 && uri.endsWith(extension)) await saved();
          return count;
        },
        close: () => reader.close(),
      };
    };
    await window.jobs.close();
    window.kill();
    switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { read }) }));
  };

  it('keeps what the user saves while it is backed up, and the result goes beside it', async () => {
    await whileCopying('.txt', async () => {
      if ((await backups().catch(() => [])).length > 0) await writeFile(photo(), 'saved meanwhile');
    });
    const { state } = await replace();
    assert.equal(state.name === 'done' && state.output, harness.uri('photo-compressed.txt'));
    assert.equal(await harness.read('photo.txt'), 'saved meanwhile');
    assert.deepEqual(await backups(), []);
    assert.deepEqual(await window.jobs.undo(), { removed: 1, restored: 0, kept: 0 });
    assert.deepEqual(await harness.names(), ['photo.txt']);
  });

  it('stays if there is no room for its backup, and the result goes beside it', async () => {
    const disk = new DiskFileStore();
    const createTemporary: DiskFileStore['createTemporary'] = async (folder, name) => {
      if (name.endsWith('.bak')) throw new FileStoreError('file.no_space', 'The disk is full.');
      return disk.createTemporary(folder, name);
    };
    switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { createTemporary }) }));
    const job = await replace();
    assert.equal(job.state.name, 'done');
    assert.deepEqual(await harness.names(), ['photo-compressed.txt', 'photo.txt']);
    assert.equal(await harness.read('photo.txt'), original);
    assert.deepEqual(await window.jobs.backUpSources([job.id]), []);
  });

  it('keeps its backup if replacing it fails after the fact', async () => {
    const disk = new DiskFileStore();
    const lost = async (from: string, to: string): Promise<void> => {
      await disk.replace(from, to);
      throw new FileStoreError('file.unwritable', 'The answer was lost.');
    };
    switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { replace: lost }) }));
    assert.equal((await replace()).state.name, 'done');
    assert.equal(await harness.read('photo.txt'), 'output');
    await window.jobs.close();
    window.kill();
    switchTo(await harness.open());
    assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 1, kept: 0 });
    assert.equal(await harness.read('photo.txt'), original);
  });

  it('keeps what the user saves while undo restores it', async () => {
    await replace();
    await whileCopying('.bak', () => writeFile(photo(), 'saved meanwhile'));
    assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 1, kept: 1 });
    assert.equal(await harness.read('photo.txt'), 'saved meanwhile');
    assert.equal(await harness.read('photo (1).txt'), original);
  });

  it('is restored if its result was deleted', async () => {
    await replace();
    await rm(photo());
    assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 1, kept: 0 });
    assert.equal(await harness.read('photo.txt'), original);
    assert.deepEqual([await backups(), window.jobs.all()], [[], []]);
  });

  it('is restored beside its result if that was changed or replaced, even by a link', async () => {
    for (const change of [
      () => appendFile(photo(), ' and more'),
      () => rm(photo()).then(() => symlink(join(harness.folder, 'other.txt'), photo())),
    ]) {
      await harness.file('other.txt', 'output');
      await replace();
      await change();
      assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 1, kept: 1 });
      assert.deepEqual(await harness.names(), ['other.txt', 'photo (1).txt', 'photo.txt']);
      assert.equal(await harness.read('photo (1).txt'), original);
      assert.equal(await harness.read('other.txt'), 'output');
      assert.deepEqual(await backups(), []);
      for (const name of await harness.names()) await rm(join(harness.folder, name));
    }
  });

  it('is restored beside the result of a later batch', async () => {
    const { batch } = await replace();
    harness.network.output = Buffer.from('out');
    await harness.run(window, compressRequest(harness.uri('photo.txt'), { replaceSource: true }));
    assert.deepEqual(await window.jobs.undo(batch), { removed: 0, restored: 1, kept: 1 });
    assert.equal(await harness.read('photo (1).txt'), original);
    assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 1, kept: 0 });
    assert.equal(await harness.read('photo.txt'), 'output');
  });

  it('is restored once, without leftovers, if undo is interrupted at any step', async () => {
    for (let step = 1, isOver = false; !isOver; step += 1) {
      const [job, calls] = [await replace(), { left: Math.ceil(step / 2) }];
      await harness.journaled(window, job.id);
      const disk = new DiskFileStore();
      const dying =
        (call: (...uris: [string, string]) => Promise<unknown>) => async (a: string, b: string) => {
          calls.left -= 1;
          if (calls.left !== 0) return call(a, b);
          if (step % 2 === 0) await call(a, b);
          return harness.never();
        };
      const files = Object.assign(new DiskFileStore(), {
        createTemporary: dying((folder, name) => disk.createTemporary(folder, name)),
        replace: dying((from, to) => disk.replace(from, to)),
        remove: dying((uri) => disk.remove(uri)),
      });
      await window.jobs.close();
      window.kill();
      switchTo(await harness.open({ files }));
      const undoing = window.jobs.undo();
      isOver = await Promise.race([
        undoing.then(() => true),
        harness.eventually(() => calls.left <= 0).then(() => false),
      ]);
      if (!isOver) {
        window.kill();
        switchTo(await harness.open());
        await window.jobs.undo();
      }
      assert.deepEqual(await harness.names(), ['photo.txt'], String(step));
      assert.equal(await harness.read('photo.txt'), original);
    }
  });

  it('doesn’t replace its result if the backup is damaged', async () => {
    await replace();
    const [backup = ''] = await backups();
    await truncate(join(backupFolder(), backup), 3);
    assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 1, kept: 1 });
    assert.equal(await harness.read('photo.txt'), 'output');
    assert.equal(await harness.read('photo (1).txt'), original.slice(0, 3));
  });

  it('doesn’t keep earlier batches from being undone if its backup is missing', async () => {
    await harness.run(window, convertRequest(await harness.file('a.png'), { targetFormat: 'md' }));
    await replace();
    await rm(backupFolder(), { recursive: true });
    assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 0, kept: 1 });
    assert.deepEqual(await window.jobs.undo(), { removed: 1, restored: 0, kept: 0 });
    assert.deepEqual(await harness.names(), ['a.png', 'photo.txt']);
  });

  it('is restored once if undo runs twice at the same time, and leaves no copy if that fails', async () => {
    const job = await harness.run(
      window,
      convertRequest(await harness.file('a.png'), { targetFormat: 'md' }),
    );
    await window.jobs.backUpSources([job.id]);
    await rm(join(harness.folder, 'a.png'));
    await Promise.all([window.jobs.undo(job.batch), window.jobs.undo(job.batch)]);
    assert.deepEqual(await harness.names(), ['a.png']);
    await replace();
    await window.jobs.close();
    window.kill();
    switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { replace: inUse }) }));
    assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 0, kept: 1 });
    assert.deepEqual(await harness.names(), ['a.png', 'photo.txt']);
    assert.ok(window.jobs.canUndo());
  });
});
