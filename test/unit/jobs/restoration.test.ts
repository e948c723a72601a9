import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { phaseOf } from '../../../src/jobs/core/job.ts';
import { states } from '../../../src/jobs/core/states.ts';
import { encodeRecord, type JournalRecord } from '../../../src/jobs/journal/journalRecord.ts';
import { turn } from '../../support/fakeClock.ts';
import { convertRequest, useJobsHarness } from '../../support/jobs/jobsHarness.ts';
import { downloadOf } from '../../support/jobs/scriptedService.ts';

describe('Jobs.restore', () => {
  const harness = useJobsHarness();

  it('leaves nothing that the next restoration doesn’t sweep if it is interrupted', async () => {
    harness.network.onDownload.push(() => ({ ...downloadOf(Buffer.from('output')), lengthBytes: undefined }));
    /** A disk on which downloads never end, so that the window dies with a temporary file. */
    class EndlessDisk extends DiskFileStore {
      override async createTemporary(
        folderUri: string,
        name: string,
      ): ReturnType<DiskFileStore['createTemporary']> {
        await super.createTemporary(folderUri, name);
        return harness.never();
      }
    }
    const first = await harness.open({ files: new EndlessDisk() });
    first.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await harness.eventually(async () => (await harness.names()).length === 2, 20);
    first.kill();

    const swept = { begun: false };
    class SlowDisk extends DiskFileStore {
      override async remove(): Promise<void> {
        swept.begun = true;
        return harness.never();
      }
    }
    const second = harness.openWithoutRestore({ files: new SlowDisk() });
    void second.jobs.restore();
    await harness.eventually(() => swept.begun);
    second.kill();

    const third = await harness.open();
    for (const { id } of third.jobs.all()) await harness.until(third, id, 'done');
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('leaves every job to the next session if it is closed at any moment', async () => {
    const first = await harness.open();
    const { id } = await harness.run(first, convertRequest(await harness.file('photo.png')));
    await first.jobs.close();
    for (let turns = 0, restored = false; !restored; turns += 1 + Math.floor(turns / 4)) {
      const window = harness.openWithoutRestore();
      const restoring = window.jobs.restore().then(
        () => true,
        () => false,
      );
      for (let passed = 0; passed < turns; passed += 1) await turn();
      await window.jobs.close();
      restored = await restoring;
    }
    assert.equal((await harness.open()).jobs.get(id)?.state.name, 'done');
  });

  it('deletes only its own files, whatever a journal names', async () => {
    const owner = await harness.open();
    const { id } = await harness.run(owner, convertRequest(await harness.file('photo.png')));
    const job = owner.jobs.get(id);
    assert.ok(job);
    await owner.jobs.close();
    owner.kill();
    const precious = await harness.file('folder-file.txt', 'precious');
    const lost = await harness.file('.fun-0a.part', 'left by a download');
    const [remote, uri] = [{ jobId: 'job-1', epoch: undefined }, harness.uri('out.txt')];
    const downloading = { name: 'downloading', remote, fileName: undefined, receivedBytes: 0 } as const;
    const jobs = [precious, lost].map((temporary) => ({
      ...job,
      id: basename(temporary).replaceAll('.', ''),
      state: { ...downloading, temporary, totalBytes: undefined },
    }));
    const leading = { ...job, id: '../../files', state: states.queued(remote) };
    const output = { uri, sizeBytes: 1, modifiedMs: 1 };
    const effects = ['old', 'older'].map((batch) => ({
      jobId: batch,
      batch,
      at: 0,
      output,
      madeFolders: undefined,
      replaced: { uri: precious, sizeBytes: 1, modifiedMs: 1 },
    }));
    const records: JournalRecord[] = [
      { kind: 'header', version: 1, file: '0'.repeat(16) },
      ...[...jobs, leading].map((each) => ({ kind: 'job', revision: 1000, job: each }) as const),
      ...effects.map((effect) => ({ kind: 'effect', effect }) as const),
    ];
    const path = join(harness.storage, 'journals', `${'1'.repeat(16)}.${'0'.repeat(16)}.jsonl`);
    await writeFile(path, records.map(encodeRecord).join(''));
    await harness.clock.advance(30 * 86_400_000);
    const window = await harness.open();
    await harness.eventually(() => window.jobs.all().every(({ state }) => phaseOf(state) === 'ended'), 100);
    assert.equal(window.jobs.get('../../files'), undefined);
    assert.equal(await harness.read('folder-file.txt'), 'precious');
    assert.ok((await harness.names()).includes('photo.png'));
    assert.ok(!(await harness.names()).includes('.fun-0a.part'));
  });
});
