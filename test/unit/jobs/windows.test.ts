import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { fakeProcesses } from '../../support/fakeProcesses.ts';
import { convertRequest, useJobsHarness, type Window } from '../../support/jobs/jobsHarness.ts';
import { gate } from '../../support/jobs/scriptedService.ts';

describe('Jobs in several windows', () => {
  const harness = useJobsHarness();

  it('leave each other’s jobs alone while both are open', async () => {
    const one = await harness.open();
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const [job] = one.jobs.add([convertRequest(await harness.file('photo.png'))]);
    const two = await harness.open();
    await harness.clock.runUntil(one.jobs.settled([job?.id ?? '']));
    await harness.clock.advance(300_000);
    assert.equal(two.jobs.all().length, 0);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('are adopted by exactly one window when theirs is gone, which reports them', async () => {
    const one = await harness.open();
    const [two, three] = [await harness.open(), await harness.open()];
    const adopted: string[] = [];
    for (const { jobs } of [two, three]) jobs.onDidAdopt((ids) => adopted.push(...ids));
    harness.network.silent = true;
    const [job] = one.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await harness.journaled(one, job?.id ?? '');
    one.kill();
    harness.network.silent = false;
    const holders = (): Window[] => [two, three].filter(({ jobs }) => jobs.get(job?.id ?? '') !== undefined);
    await harness.eventually(() => holders().length > 0, 1000);
    await harness.clock.advance(120_000);
    const [holder, ...others] = holders();
    assert.ok(holder !== undefined && others.length === 0);
    await harness.eventually(() => adopted.length > 0);
    assert.deepEqual(adopted, [job?.id]);
    await harness.settle(holder, job?.id ?? '');
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('continue after a window closed normally during an upload', async () => {
    const one = await harness.open();
    const held = gate();
    harness.network.onSubmit.push(held.answer);
    const [job] = one.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await harness.eventually(() => held.asked() > 0);
    one.jobs.dispose();
    const two = await harness.open();
    assert.equal((await harness.settle(two, job?.id ?? '')).state.name, 'done');
    assert.equal(harness.network.accepted.length, 1);
  });

  for (const twoIsRunning of [true, false]) {
    const whose = twoIsRunning ? 'another one considers them dead' : 'each considers the other dead';
    it(`give way when ${whose}`, async () => {
      const one = await harness.open({ processes: fakeProcesses(2, () => twoIsRunning) });
      const gaveWay = Promise.withResolvers<void>();
      const stillProcessing = async (): Promise<{ status: 'Processing' }> => {
        await gaveWay.promise;
        return { status: 'Processing' };
      };
      // Holds one poll of each window, so that the job doesn't end while it has two owners.
      harness.network.onPoll.push(() => ({ status: 'Processing' }), stillProcessing, stillProcessing);
      const id = one.jobs.add([convertRequest(await harness.file('photo.png'))])[0]?.id ?? '';
      await harness.until(one, id, 'processing');
      await harness.journaled(one, id);
      const two = await harness.open({ processes: fakeProcesses(1, () => false) });
      assert.notEqual(two.jobs.get(id), undefined);
      one.jobs.add([convertRequest(await harness.file('other.png'))]);
      await harness.eventually(() => one.jobs.get(id) === undefined);
      await harness.clock.advance(120_000);
      assert.equal(one.jobs.get(id), undefined);
      gaveWay.resolve();
      assert.equal((await harness.settle(two, id)).state.name, 'done');
      assert.deepEqual(
        (await harness.names()).filter((name) => name.startsWith('photo')),
        ['photo.png', 'photo.txt'],
      );
    });
  }

  it('place nothing that another window has taken over', async () => {
    const disk = new DiskFileStore();
    const looking = gate();
    const names = async (uri: string): Promise<readonly string[]> => {
      await looking.answer();
      return disk.names(uri);
    };
    const moved: string[] = [];
    const moveToFree = async (from: string, to: string): Promise<boolean> => {
      moved.push(to);
      return disk.moveToFree(from, to);
    };
    const one = await harness.open({ files: Object.assign(new DiskFileStore(), { names, moveToFree }) });
    const id = one.jobs.add([convertRequest(await harness.file('photo.png'))])[0]?.id ?? '';
    await harness.eventually(() => looking.asked() > 0, 20);
    await harness.journaled(one, id);
    const two = await harness.open({ processes: fakeProcesses(1, () => false) });
    looking.open();
    await harness.eventually(() => one.jobs.get(id) === undefined);
    assert.equal((await harness.settle(two, id)).state.name, 'done');
    assert.deepEqual(moved, []);
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
    assert.deepEqual(await two.jobs.undo(), { removed: 1, restored: 0, kept: 0 });
  });

  it('reclaim what they claimed before and couldn’t record', async () => {
    const one = await harness.open();
    const [own = ''] = await harness.journals();
    const two = await harness.open();
    harness.network.silent = true;
    const id = two.jobs.add([convertRequest(await harness.file('photo.png'))])[0]?.id ?? '';
    await harness.journaled(two, id);
    two.kill();
    harness.network.silent = false;
    const left = (await harness.journals()).find((path) => path !== own) ?? '';
    const owner = basename(own).slice(0, 16);
    await rename(left, join(dirname(left), `${owner}${basename(left).slice(16)}`));
    await harness.eventually(() => one.jobs.get(id) !== undefined, 1000);
    assert.equal((await harness.settle(one, id)).state.name, 'done');
  });
});
