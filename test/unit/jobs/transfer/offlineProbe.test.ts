import { TransportError } from '../../../../src/contract/errors.ts';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';
import { rejecting } from '../../../support/jobs/scriptedService.ts';

describe('jobs that wait for a service out of reach', () => {
  const { harness, window } = useJobs((harness) => {
    // One at a time, so that what is scripted comes in the order of the jobs.
    harness.network.tier = { ...tierLimits.free, maxParallelJobs: 0.5 };
  });

  it('are tried again also when the one that was tried first is left in doubt', async () => {
    harness.network.onSubmit.push(rejecting(new TransportError('transport.unreachable', 'refused')));
    const lost = new TransportError('transport.interrupted', 'reset', { requestComplete: true });
    harness.network.afterAccept.push(rejecting(lost));
    const sources = await Promise.all([harness.file('1.png'), harness.file('2.png')]);
    const [first, second] = window.jobs.add(sources.map((source) => convertRequest(source)));
    await harness.until(window, first?.id ?? '', 'unconfirmed');
    await harness.until(window, second?.id ?? '', 'done');
  });
});
