import assert from 'node:assert/strict';
import path from 'node:path';
import { ServiceError } from '../../../src/contract/errors.ts';
import { Ledger } from '../../../src/credits/ledger.ts';
import { savingsOf } from '../../../src/credits/savings.ts';
import { trackSavings } from '../../../src/credits/tracking.ts';
import type { Job } from '../../../src/jobs/core/job.ts';
import { monthText, spentCreditsText } from '../../../src/vscode/text/credits.ts';
import { compressRequest, useJobsHarness, type Window } from '../../support/jobs/jobsHarness.ts';
import { gate, rejecting } from '../../support/jobs/scriptedService.ts';

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
