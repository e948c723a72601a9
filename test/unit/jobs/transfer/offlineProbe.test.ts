import assert from 'node:assert/strict';
import { TransportError } from '../../../../src/contract/errors.ts';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';
import { rejecting } from '../../../support/jobs/scriptedService.ts';

describe('Jobs that wait for an unreachable service', () => {
  const { harness, window } = useJobs((harness) => {
    // Runs one job at a time, so that scripted answers come in the order of the jobs.
    harness.network.tier = { ...tierLimits.free, maxParallelJobs: 0.5 };
  });

  it('are retried even if the first retry ends unconfirmed', async () => {
    harness.network.onSubmit.push(rejecting(new TransportError('transport.unreachable', 'refused')));
    const lost = new TransportError('transport.interrupted', 'reset', { requestComplete: true });
    harness.network.afterAccept.push(rejecting(lost));
    const sources = await Promise.all([harness.file('1.png'), harness.file('2.png')]);
    const [first, second] = window.jobs.add(sources.map((source) => convertRequest(source)));
    await harness.until(window, first?.id ?? '', 'unconfirmed');
    await harness.until(window, second?.id ?? '', 'done');
  });

  it('are retried within twenty seconds of its return, however often they failed before', async () => {
    const { clock, network } = harness;
    const askedAt: number[] = [];
    const page = new TransportError('transport.unreadable', 'an HTML page', { status: 502 });
    const answer = (): object => {
      askedAt.push(clock.monotonic());
      if (askedAt.length > 30) return {};
      throw page;
    };
    network.onPoll.push(...Array.from({ length: 31 }, () => answer));
    const [job] = window.jobs.add([convertRequest(await harness.file('1.png'))]);
    await harness.until(window, job?.id ?? '', 'offline');
    await harness.eventually(() => askedAt.length > 30, 1000);
    assert.ok((askedAt[30] ?? 0) - (askedAt[29] ?? 0) <= 20_000);
    await harness.until(window, job?.id ?? '', 'done');
  });

  it('are retried in turn, so that one that always fails delays no other', async () => {
    const { network } = harness;
    network.tier = tierLimits.free;
    const page = new TransportError('transport.unreadable', 'an HTML page', { status: 502 });
    let isBack = false;
    const answer = (): object => {
      if (isBack && network.polls.at(-1) !== 'job-1') return {};
      throw page;
    };
    network.onPoll.push(...Array.from({ length: 200 }, () => answer));
    const sources = await Promise.all([harness.file('1.png'), harness.file('2.png')]);
    const jobs = window.jobs.add(sources.map((source) => convertRequest(source)));
    for (const { id } of jobs) await harness.until(window, id, 'offline');
    await harness.eventually(() => network.polls.length > 40, 1000);
    isBack = true;
    const polls = (): number => network.polls.length;
    await harness.eventually(() => network.downloads > 0 || polls() > 60, 1000);
    assert.equal(network.downloads, 1);
  });
});
