import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { compressRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';

const original = 'the original, which is longer than its result';

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
});
