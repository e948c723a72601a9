import assert from 'node:assert/strict';
import path from 'node:path';
import { ServiceError } from '../../../src/contract/errors.ts';
import { Ledger, savingsOf, trackSavings } from '../../../src/credits/ledger.ts';
import { KnownWallet, trackCredits } from '../../../src/credits/wallet.ts';
import type { Job } from '../../../src/jobs/core/job.ts';
import { monthText, spentCreditsText } from '../../../src/vscode/text/credits.ts';
import {
  compressRequest,
  convertRequest,
  useJobsHarness,
  type Window,
} from '../../support/jobs/jobsHarness.ts';
import { gate, rejecting } from '../../support/jobs/scriptedService.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

const key = 'key-1';
const entitlements = {
  planId: undefined,
  planName: undefined,
  tier: 'pro',
  balance: undefined,
  renewsAt: undefined,
  charges: true,
  raw: {},
} as const;

describe('The credits a job costs', () => {
  const harness = useJobsHarness();
  let store: MemoryStore;

  beforeEach(() => {
    harness.network.key = key;
    store = new MemoryStore();
  });

  /** A session: a window with the wallet of a plan with 100 credits. */
  const open = async (): Promise<{ window: Window; spent: () => number }> => {
    const window = harness.openWithoutRestore();
    const wallet = new KnownWallet({
      load: async () => ({ ...entitlements, totalCredits: 100 }),
      store,
      clock: harness.clock,
    });
    trackCredits(window.jobs, wallet);
    wallet.use(key);
    await wallet.refresh();
    await window.jobs.restore();
    const spent = (): number => {
      const balance = wallet.balance();
      return 'credits' in balance ? 100 - balance.credits : Number.NaN;
    };
    return { window, spent };
  };
  const convert = async (window: Window, targetFormat = 'txt'): Promise<string> =>
    (await harness.run(window, convertRequest(await harness.file('photo.png'), { targetFormat }))).state.name;

  it('are one each, or the figure the service gives', async () => {
    const { window, spent } = await open();
    await convert(window);
    assert.equal(spent(), 1);
    harness.network.onPoll.push(
      () => ({ status: 'Processing', credits: 7 }),
      () => ({ status: 'Processing', credits: 7 }),
    );
    await convert(window);
    assert.equal(spent(), 8);
  });

  it('are counted once if a session ends while a job runs', async () => {
    const stalled = gate();
    harness.network.onPoll.push(async () => {
      await stalled.answer();
      return { status: 'Queued' };
    });
    const first = await open();
    const [job] = first.window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await harness.eventually(() => stalled.asked() === 1, 20);
    await harness.journaled(first.window, job?.id ?? '');
    assert.equal(first.spent(), 1);
    first.window.kill();
    const second = await open();
    await harness.until(second.window, job?.id ?? '', 'done');
    assert.equal(second.spent(), 1);
  });

  it('are refunded if the service reports a failure, but not if the error is ours', async () => {
    const { window, spent } = await open();
    harness.network.onPoll.push(() => ({ status: 'Failed', credits: 5 }));
    assert.equal(await convert(window), 'failed');
    assert.equal(spent(), 0);
    assert.equal(await convert(window, 'webp'), 'failed');
    assert.equal(spent(), 1);
    harness.network.onDownload.push(rejecting(new ServiceError('jobs.expired', 410, '')));
    assert.equal(await convert(window), 'expired');
    assert.equal(spent(), 2);
  });

  it('are stored with the job, and each submission costs its own', async () => {
    const { window, spent } = await open();
    harness.network.onDownload.push(rejecting(new ServiceError('jobs.expired', 410, '')));
    const { id } = await harness.run(window, convertRequest(await harness.file('photo.png')));
    window.jobs.retry([id]);
    const { charge } = await harness.settle(window, id);
    assert.equal(charge?.remote.jobId, 'job-2');
    assert.equal(spent(), 2);
  });

  it('belong to another wallet if another key paid', async () => {
    const { window, spent } = await open();
    harness.network.key = 'key-2';
    await convert(window);
    assert.equal(spent(), 0);
  });
});

describe('A job’s savings and costs', () => {
  const harness = useJobsHarness();
  let ledger: Ledger;

  beforeEach(() => {
    ledger = new Ledger(path.join(harness.storage, 'savings'), harness.clock, assert.fail);
  });

  const open = async (): Promise<Window> => {
    const window = harness.openWithoutRestore();
    trackSavings(window.jobs, ledger);
    await window.jobs.restore();
    return window;
  };
  const compress = async (window: Window): Promise<Job> =>
    harness.run(window, compressRequest(await harness.file('notes.txt', 'x'.repeat(1000))));
  /** Waits for a number of entries in the ledger. */
  const entries = async (count: number) => {
    await harness.eventually(async () => (await ledger.thisMonth()).length === count);
    return ledger.thisMonth();
  };

  it('are recorded when it is done, and not again by the next session', async () => {
    const window = await open();
    const { id } = await compress(window);
    const [entry] = await entries(1);
    assert.deepEqual(entry?.sizes, { before: 1000, after: harness.network.output.length });
    assert.deepEqual([entry.job, entry.tool, entry.place, entry.credits], [id, 'compress', 'network', 1]);
    window.kill();
    await open();
    await entries(1);
  });

  it('count a cost when the service accepts the job, as messages and the balance do', async () => {
    const window = await open();
    const held = gate();
    harness.network.onPoll.push(async () => {
      await held.answer();
      return { status: 'Failed' };
    });
    const request = compressRequest(await harness.file('notes.txt'));
    const jobs = window.jobs.add([request]);
    await harness.eventually(() => held.asked() > 0, 10);
    const [accepted] = await entries(1);
    assert.deepEqual([accepted?.credits, accepted?.sizes], [1, undefined]);
    const spent = spentCreditsText(window.jobs.all());
    assert.equal(spent, '≥ 1 credit');
    assert.equal(monthText(savingsOf(await ledger.thisMonth())), `This month: ${spent} spent`);
    held.open();
    await harness.clock.runUntil(window.jobs.settled(jobs.map(({ id }) => id)));
    await harness.eventually(async () => (await ledger.thisMonth())[0]?.credits === 0);
    assert.equal(monthText(savingsOf(await ledger.thisMonth())), undefined);
  });

  it('are reverted by undo, except the cost', async () => {
    const window = await open();
    await compress(window);
    assert.notEqual((await entries(1))[0]?.sizes, undefined);
    await window.jobs.undo();
    await harness.eventually(async () => (await ledger.thisMonth())[0]?.sizes === undefined);
    assert.equal((await ledger.thisMonth())[0]?.credits, 1);
  });

  it('are zero for a job that failed before it cost anything', async () => {
    const window = await open();
    harness.network.onSubmit.push(rejecting(new ServiceError('requests.invalid', 400, 'No.')));
    const { state } = await compress(window);
    assert.equal(state.name, 'failed');
    await compress(window);
    await entries(1);
  });
});
