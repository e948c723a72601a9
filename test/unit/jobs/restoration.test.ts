import assert from 'node:assert/strict';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
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
});
