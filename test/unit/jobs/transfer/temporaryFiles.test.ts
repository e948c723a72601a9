import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { TransportError } from '../../../../src/contract/errors.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import type { TemporaryFile } from '../../../../src/jobs/core/fileStore.ts';
import { convertRequest, useJobsHarness } from '../../../support/jobs/jobsHarness.ts';
import { brokenDownload } from '../../../support/jobs/scriptedService.ts';

describe('A download’s temporary file', () => {
  const harness = useJobsHarness();

  it('is created after its name is on disk, at each attempt, so that a crash leaves none behind', async () => {
    const created: { name: string; isKnown: boolean }[] = [];
    const journal = { path: '' };
    class WatchedStore extends DiskFileStore {
      override async createTemporary(folderUri: string, name: string): Promise<TemporaryFile> {
        created.push({ name, isKnown: readFileSync(journal.path, 'utf8').includes(name) });
        return super.createTemporary(folderUri, name);
      }
    }
    const window = await harness.open({ files: new WatchedStore() });
    [journal.path = ''] = await harness.journals();
    harness.network.onDownload.push(() =>
      brokenDownload(Buffer.from('half'), new TransportError('transport.interrupted', 'reset')),
    );
    const job = await harness.run(window, convertRequest(await harness.file('photo.png')));
    assert.equal(job.state.name, 'done');
    assert.equal(new Set(created.map(({ name }) => name)).size, 2);
    assert.ok(created.every(({ isKnown }) => isKnown));
  });

  it('is deleted once the window is closed', async () => {
    const window = await harness.open();
    const stalled = new Readable({ read: () => {} });
    stalled.push('half');
    harness.network.onDownload.push(() => ({ body: stalled, lengthBytes: 100 }));
    window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await harness.eventually(async () => (await harness.names()).length === 2, 20);
    await window.jobs.close();
    assert.deepEqual(await harness.names(), ['photo.png']);
  });
});
