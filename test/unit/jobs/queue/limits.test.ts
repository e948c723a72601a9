import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pollPace } from '../../../../src/contract/dialect.ts';
import { ServiceError } from '../../../../src/contract/errors.ts';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import type { Job, JobState } from '../../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { Leases } from '../../../../src/jobs/journal/leases.ts';
import { slotsOf } from '../../../../src/jobs/queue/serviceQueue.ts';
import { fakeProcesses } from '../../../support/fakeProcesses.ts';
import { convertRequest, useJobsHarness, type Window } from '../../../support/jobs/jobsHarness.ts';
import { gate, rejecting } from '../../../support/jobs/scriptedService.ts';

const inFlight = (...windows: Window[]): Job[] =>
  windows
    .flatMap(({ jobs }) => jobs.all())
    .filter(({ state }) => ['uploading', 'queued', 'processing'].includes(state.name));

const isQueued = ({ state }: Job): boolean => state.name === 'queued';

const isRefused = (state: JobState): boolean =>
  state.name === 'waiting' && state.problem?.code === 'queue.limit_exceeded';

describe('A tier’s limits', () => {
  const harness = useJobsHarness();

  const add = async (window: Window, count: number, prefix = 'photo'): Promise<string[]> => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}${index}.png`);
    const sources = await Promise.all(names.map((name) => harness.file(name)));
    return window.jobs.add(sources.map((source) => convertRequest(source))).map((job) => job.id);
  };

  /** Makes this many polls wait until `open` is called, so that jobs don't end at the service. */
  const stall = (count: number): { open: () => void } => {
    const { answer, open } = gate();
    for (let index = 0; index < count; index += 1) {
      harness.network.onPoll.push(async () => {
        await answer();
        return {};
      });
    }
    return { open };
  };

  /**
   * Waits until the client learns, one polling interval after their acceptance, that the jobs of the first round have
   * ended. It learns nothing about later rounds.
   */
  const afterFirstRound = async (
    window: Window,
    intervalMs = 1000,
  ): Promise<{ ids: string[]; open: () => void }> => {
    harness.network.tier = tierLimits.free;
    for (let index = 0; index < 6; index += 1) harness.network.onPoll.push(() => ({}));
    const { open } = stall(100);
    const ids = await add(window, 40);
    await harness.eventually(() => window.jobs.all().filter(isQueued).length === 6);
    await harness.clock.advance(intervalMs);
    return { ids, open };
  };

  const otherLeases = (): Leases =>
    new Leases(
      join(harness.storage, 'journals'),
      harness.clock,
      fakeProcesses(1, () => true),
    );

  it('allow twice the parallel jobs in flight, and never more than the queue’s size', () => {
    assert.equal(slotsOf(tierLimits.free), 6);
    assert.equal(slotsOf(tierLimits.pro), 12);
    assert.equal(slotsOf({ ...tierLimits.pro, maxQueuedJobs: 5 }), 5);
  });

  it('aren’t published to other windows for a service that isn’t shared', async () => {
    const window = await harness.open();
    const journals = join(harness.storage, 'journals');
    const named = async (): Promise<string[]> => {
      const names = (await readdir(journals)).filter((name) => name.endsWith('.lease'));
      const leases = names.map(async (name) => JSON.parse(await readFile(join(journals, name), 'utf8')));
      return (await Promise.all(leases)).flatMap(({ inFlight }) => Object.keys(inFlight));
    };
    for (const name of ['1.png', '2.png', '3.png'])
      await harness.run(window, convertRequest(await harness.file(name), { service: 'local' }));
    assert.deepEqual(await named(), []);
    await harness.run(window, convertRequest(await harness.file('4.png')));
    assert.ok((await named()).includes('network'));
  });

  it('are observed by one window', async () => {
    harness.network.tier = tierLimits.free;
    const window = await harness.open();
    const stalled = stall(100);
    const ids = await add(window, 20);
    await harness.eventually(() => harness.network.accepted.length === 6);
    await harness.clock.advance(30_000);
    assert.equal(inFlight(window).length, 6);
    assert.equal(harness.network.accepted.length, 6);
    stalled.open();
    await harness.clock.runUntil(window.jobs.settled(ids));
    assert.equal(harness.network.accepted.length, 20);
  });

  describe('with jobs that have probably ended', () => {
    it('allow as many more in flight as the service completes within a polling interval', async () => {
      const window = await harness.open();
      const { ids, open } = await afterFirstRound(window);
      await harness.eventually(() => harness.network.accepted.length === 18);
      await harness.clock.advance(30_000);
      assert.equal(inFlight(window).length, 12);
      assert.equal(harness.network.accepted.length, 18);
      open();
      await harness.clock.runUntil(window.jobs.settled(ids));
    });

    it('allow at most six rounds in flight, however many have ended', async () => {
      const window = await harness.open();
      let most = 0;
      window.jobs.onDidChange(() => {
        most = Math.max(most, inFlight(window).length);
      });
      harness.network.tier = { ...tierLimits.free, maxBatchFiles: 80 };
      const ids = await add(window, 80);
      for (const accepted of [6, 18, 36, 54]) {
        await harness.eventually(() => window.jobs.all().filter(isQueued).length === inFlight(window).length);
        await harness.eventually(() => harness.network.accepted.length === accepted);
        await harness.eventually(() => window.jobs.all().filter(isQueued).length === inFlight(window).length);
        await harness.clock.advance(1000);
      }
      await harness.clock.runUntil(window.jobs.settled(ids));
      assert.equal(most, 18);
    });

    it('allow no more uploads than slots, however many jobs have ended', async () => {
      const window = await harness.open();
      const uploads = gate();
      harness.network.onSubmit.push(
        ...Array.from({ length: 6 }, () => () => {}),
        ...Array.from({ length: 34 }, () => uploads.answer),
      );
      const { ids, open } = await afterFirstRound(window);
      await harness.eventually(() => uploads.asked() >= 6);
      for (let turns = 0; turns < 50; turns += 1) await harness.clock.advance(10);
      assert.equal(uploads.asked(), 6);
      uploads.open();
      open();
      await harness.clock.runUntil(window.jobs.settled(ids));
    });

    it('expect no ended jobs after the service refused one', async () => {
      // Polls are further apart than the pause after a busy service.
      const small = { ...pollPace.small, fromMs: 20_000, toMs: 20_000 };
      const window = await harness.open({ pace: { ...pollPace, small } });
      harness.network.onSubmit.push(...Array.from({ length: 6 }, () => () => {}));
      harness.network.onSubmit.push(rejecting(new ServiceError('queue.limit_exceeded', 429, 'Wait.')));
      const { ids, open } = await afterFirstRound(window, 20_000);
      await harness.eventually(() => window.jobs.all().some(({ state }) => isRefused(state)));
      await harness.eventually(() => !inFlight(window).some(({ state }) => state.name === 'uploading'));
      const other = otherLeases();
      await harness.eventually(
        async () => (await other.othersInFlight('network')) === inFlight(window).length,
      );
      open();
      await harness.clock.runUntil(window.jobs.settled(ids));
    });

    it('publish the remaining jobs to other windows, and all of them once nothing more ends', async () => {
      const window = await harness.open();
      const { ids, open } = await afterFirstRound(window);
      await harness.eventually(() => harness.network.accepted.length === 18);
      const other = otherLeases();
      await harness.eventually(
        () => window.jobs.all().filter(({ state }) => state.name === 'done').length === 6,
      );
      await harness.eventually(() => inFlight(window).every(isQueued));
      await harness.eventually(async () => (await other.othersInFlight('network')) === 6);
      for (let turns = 0; turns < 20; turns += 1) await harness.clock.advance(0);
      await harness.clock.advance(1000);
      await harness.eventually(async () => (await other.othersInFlight('network')) === 12);
      open();
      await harness.clock.runUntil(window.jobs.settled(ids));
    });
  });

  it('are shared by windows', async () => {
    harness.network.tier = tierLimits.free;
    const [one, two] = [await harness.open(), await harness.open()];
    const stalled = stall(100);
    const idsOfOne = await add(one, 8, 'one');
    await harness.eventually(() => inFlight(one).length === 6);
    const idsOfTwo = await add(two, 8, 'two');
    await harness.clock.advance(30_000);
    assert.equal(inFlight(one, two).length, 6);
    stalled.open();
    await harness.clock.runUntil(Promise.all([one.jobs.settled(idsOfOne), two.jobs.settled(idsOfTwo)]));
    assert.equal(harness.network.accepted.length, 16);
  });

  it('aren’t exceeded by two windows that start at the same time', async () => {
    harness.network.tier = tierLimits.free;
    const [one, two] = [await harness.open(), await harness.open()];
    let most = 0;
    for (const { jobs } of [one, two]) {
      jobs.onDidChange(() => {
        most = Math.max(most, inFlight(one, two).length);
      });
    }
    const stalled = stall(100);
    const [idsOfOne, idsOfTwo] = await Promise.all([add(one, 15, 'one'), add(two, 15, 'two')]);
    await harness.eventually(() => harness.network.accepted.length >= 1);
    for (let turns = 0; turns < 50; turns += 1) await harness.clock.advance(1000);
    assert.ok(most <= 6, `${most} were in flight`);
    stalled.open();
    await harness.clock.runUntil(Promise.all([one.jobs.settled(idsOfOne), two.jobs.settled(idsOfTwo)]));
    assert.equal(harness.network.accepted.length, 30);
  });

  it('include jobs about to be in flight for other windows', async () => {
    harness.network.tier = tierLimits.free;
    const looks = gate();
    let looking = 0;
    const files = new DiskFileStore();
    const facts = files.facts.bind(files);
    files.facts = async (source) => {
      looking += 1;
      await looks.answer();
      return facts(source);
    };
    const one = await harness.open({ files });
    await add(one, 6, 'one');
    await harness.eventually(() => looking === 6);
    await add(one, 1, 'seventh');
    const processes = fakeProcesses(1, () => true);
    const other = new Leases(join(harness.storage, 'journals'), harness.clock, processes);
    for (let look = 0; look < 30; look += 1) assert.equal(await other.othersInFlight('network'), 6);
    looks.open();
  });

  it('park the fifty-first file of a batch on Free, and a click makes it a new batch', async () => {
    harness.network.tier = tierLimits.free;
    const window = await harness.open();
    const ids = await add(window, 51);
    const jobs = await harness.clock.runUntil(window.jobs.settled(ids));
    const parked = jobs.filter(({ state }) => state.name === 'needsCredits');
    assert.deepEqual(
      parked.map(({ id }) => id),
      ids.slice(50),
    );
    const [{ state } = { state: undefined }] = parked;
    assert.equal(state?.name === 'needsCredits' && state.problem.code, 'batch.limit_exceeded');
    window.jobs.retry(ids.slice(50));
    await harness.clock.runUntil(window.jobs.settled(ids));
    assert.equal(harness.network.accepted.length, 51);
  });
});
