import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/contract/errors.ts';
import { trackCredits } from '../../../src/credits/tracking.ts';
import { KnownWallet } from '../../../src/credits/wallet.ts';
import { convertRequest, useJobsHarness, type Window } from '../../support/jobs/jobsHarness.ts';
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
