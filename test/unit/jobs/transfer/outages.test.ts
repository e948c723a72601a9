import assert from 'node:assert/strict';
import { TransportError } from '../../../../src/contract/errors.ts';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import { stateText } from '../../../../src/vscode/text/jobs.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';
import { gate, rejecting } from '../../../support/jobs/scriptedService.ts';

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

describe('A service that doesn’t answer', () => {
  const { harness, window } = useJobs();

  const isUnanswered = (id: string): boolean => window.jobs.get(id)?.isUnanswered ?? false;
  const textOf = (id: string): string => {
    const job = window.jobs.get(id);
    return job === undefined ? '' : stateText(job);
  };
  const accepted = async (): Promise<string> => {
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await harness.until(window, job?.id ?? '', 'processing');
    return job?.id ?? '';
  };

  it('is shown in active jobs after some seconds until it answers', async () => {
    const hung = gate();
    const id = await accepted();
    harness.network.onPoll.push(async () => {
      await hung.answer();
      return { status: 'Processing' };
    });
    await harness.eventually(() => hung.asked() === 1, 100);
    await harness.clock.advance(4900);
    assert.equal(isUnanswered(id), false);
    await harness.clock.advance(100);
    assert.equal(isUnanswered(id), true);
    assert.equal(textOf(id), 'Reconnecting…');
    hung.open();
    await harness.eventually(() => !isUnanswered(id));
    assert.equal((await harness.settle(window, id)).state.name, 'done');
  });

  it('is also shown for a network that charges nothing', async () => {
    harness.network.charges = false;
    const id = await accepted();
    const hung = gate();
    harness.network.onPoll.push(async () => {
      await hung.answer();
      return { status: 'Processing' };
    });
    await harness.eventually(() => isUnanswered(id), 100);
    hung.open();
    assert.equal((await harness.settle(window, id)).state.name, 'done');
  });

  it('is shown if connections fail repeatedly', async () => {
    const id = await accepted();
    const refused = new TransportError('transport.unreachable', 'refused');
    for (let index = 0; index < 4; index += 1) harness.network.onPoll.push(rejecting(refused));
    await harness.eventually(() => isUnanswered(id), 100);
    assert.equal((await harness.settle(window, id)).state.name, 'done');
  });

  it('is shown in jobs that wait to be sent', async () => {
    harness.network.silent = true;
    const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await harness.eventually(() => isUnanswered(job?.id ?? ''), 100);
    assert.equal(window.jobs.get(job?.id ?? '')?.state.name, 'waiting');
  });

  it('is shown if it has a whole file and stays silent', async () => {
    harness.network.tier = { ...tierLimits.free, maxParallelJobs: 0.5 };
    const hung = gate();
    harness.network.afterAccept.push(hung.answer);
    const sources = await Promise.all([harness.file('1.png'), harness.file('2.png')]);
    const [first, second] = window.jobs.add(sources.map((source) => convertRequest(source)));
    await harness.eventually(() => isUnanswered(second?.id ?? ''), 100);
    assert.equal(textOf(first?.id ?? ''), 'Sent, waiting for a response');
    hung.open();
    await harness.until(window, second?.id ?? '', 'done');
  });

  it('is only busy if it runs on this computer', async () => {
    harness.services.local.silent = true;
    const request = { ...convertRequest(await harness.file('photo.png')), service: 'local' } as const;
    const [job] = window.jobs.add([request]);
    await harness.clock.advance(20_000);
    assert.equal(isUnanswered(job?.id ?? ''), false);
  });
});
