import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../../src/jobs/files/diskFileStore.ts';
import { Leases } from '../../../../src/jobs/journal/leases.ts';
import { placesOf } from '../../../../src/jobs/queue/admission.ts';
import { fakeProcesses } from '../../../support/fakeProcesses.ts';
import { convertRequest, JobsHarness, type Window } from '../../../support/jobs/jobsHarness.ts';
import { gate } from '../../../support/jobs/scriptedService.ts';

const inFlight = (...windows: Window[]): Job[] =>
  windows
    .flatMap(({ jobs }) => jobs.all())
    .filter(({ state }) => ['uploading', 'queued', 'processing'].includes(state.name));

describe('the limits of a tier', () => {
  let harness: JobsHarness;

  beforeEach(async () => {
    harness = await JobsHarness.create();
  });
  afterEach(() => harness.dispose());

  const add = async (window: Window, count: number, prefix = 'photo'): Promise<string[]> => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}${index}.png`);
    const sources = await Promise.all(names.map((name) => harness.file(name)));
    return window.jobs.add(sources.map((source) => convertRequest(source))).map((job) => job.id);
  };

  /** Nothing ends at the service until the gate opens. */
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

  it('let twice the parallel jobs be in flight, and never more than the queue takes', () => {
    assert.equal(placesOf(tierLimits.free), 6);
    assert.equal(placesOf(tierLimits.pro), 12);
    assert.equal(placesOf({ ...tierLimits.pro, maxQueuedJobs: 5 }), 5);
  });

  it('are told to no other window by one whose service is not shared', async () => {
    const window = await harness.open();
    const journals = join(harness.storage, 'journals');
    const told = async (): Promise<string[]> => {
      const names = (await readdir(journals)).filter((name) => name.endsWith('.lease'));
      const leases = names.map(async (name) => JSON.parse(await readFile(join(journals, name), 'utf8')));
      return (await Promise.all(leases)).flatMap(({ inFlight }) => Object.keys(inFlight));
    };
    for (const name of ['1.png', '2.png', '3.png'])
      await harness.run(window, convertRequest(await harness.file(name), { service: 'local' }));
    assert.deepEqual(await told(), []);
    await harness.run(window, convertRequest(await harness.file('4.png')));
    assert.ok((await told()).includes('network'));
  });

  it('are kept by a window', async () => {
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

  it('are not exceeded by two windows that begin at the same time', async () => {
    harness.network.tier = tierLimits.free;
    const [one, two] = [await harness.open(), await harness.open()];
    let most = 0;
    for (const { jobs } of [one, two]) {
      jobs.onDidChange(() => {
        most = Math.max(most, inFlight(one, two).length);
      });
    }
    const [idsOfOne, idsOfTwo] = await Promise.all([add(one, 15, 'one'), add(two, 15, 'two')]);
    await harness.clock.runUntil(Promise.all([one.jobs.settled(idsOfOne), two.jobs.settled(idsOfTwo)]));
    assert.equal(harness.network.accepted.length, 30);
    assert.ok(most <= 6, `${most} were in flight`);
  });

  it('count what is about to be in flight, too, for other windows', async () => {
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

  it('park the fifty-first file of a batch on Free, which a click makes a batch of its own', async () => {
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
