import assert from 'node:assert/strict';
import { pollPace } from '../../../../src/contract/dialect.ts';
import { ServiceError, TransportError } from '../../../../src/contract/errors.ts';
import { JobStore } from '../../../../src/jobs/core/jobStore.ts';
import { resumeParked } from '../../../../src/jobs/core/resumeParked.ts';
import { Poller } from '../../../../src/jobs/transfer/poller.ts';
import { RemoteFaults } from '../../../../src/jobs/transfer/remoteFaults.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { gate, rejecting, ScriptedService } from '../../../support/jobs/scriptedService.ts';

const megabyte = 1024 * 1024;

const open = (random: number | (() => number)) => {
  const clock = new FakeClock();
  const service = new ScriptedService();
  const store = new JobStore({ saved: () => {}, removed: () => {} });
  const randomly = typeof random === 'number' ? () => random : random;
  const parts = { store, clock, random: randomly, network: async () => service, onHeard: () => {} };
  const poller = new Poller({ ...parts, pace: pollPace, faults: new RemoteFaults(parts) });
  const add = (jobId: string, sourceBytes: number): void =>
    store.add(
      jobWith({
        id: jobId,
        sourceBytes,
        state: { name: 'queued', remote: { jobId, epoch: undefined } },
      }),
    );
  return { clock, service, store, poller, add };
};

/** Lets everything that is due happen. */
const settle = async (clock: FakeClock): Promise<void> => {
  for (let count = 0; count < 5; count += 1) await clock.advance(0);
};

/** Polls many jobs of a service that lets requests wait, until each may end. */
const waiting = async (count: number) => {
  const opened = open(0);
  const { service, clock, add } = opened;
  service.announced = { longPollSeconds: 20 };
  const held = Array.from({ length: count }, () => gate());
  service.onPoll.push(
    ...held.map(
      ({ answer }) =>
        () =>
          answer().then(() => ({})),
    ),
  );
  for (let index = 0; index < count; index += 1) add(`job-${index}`, megabyte);
  await settle(clock);
  return { ...opened, held };
};

const processing = () => ({ status: 'Processing' as const });

describe('Poller', () => {
  for (const [size, sourceBytes, fromMs, toMs] of [
    ['small', megabyte, 1000, 2000],
    ['medium', 20 * megabyte, 3000, 5000],
    ['large', 200 * megabyte, 5000, 10_000],
  ] as const) {
    it(`polls ${size} files every ${fromMs} to ${toMs} ms`, async () => {
      for (const [random, paceMs] of [
        [0, fromMs],
        [1, toMs],
      ] as const) {
        const { clock, service, poller, add } = open(random);
        service.onPoll.push(...Array.from({ length: 9 }, () => () => ({ status: 'Queued' as const })));
        add('1', sourceBytes);
        await clock.advance(paceMs - 1);
        assert.equal(service.polls.length, 0);
        await clock.advance(1);
        assert.equal(service.polls.length, 1);
        await clock.advance(paceMs * 3);
        assert.equal(service.polls.length, 4);
        poller.dispose();
        assert.equal(clock.pendingTimers, 0);
      }
    });
  }

  it('polls at once when woken, with a limited number of parallel requests', async () => {
    const { clock, service, poller, add } = open(0);
    const held = gate();
    for (let index = 0; index < 50; index += 1) {
      service.onPoll.push(async () => {
        await held.answer();
        return {};
      });
      add(String(index), 200 * megabyte);
    }
    poller.wake();
    await clock.advance(0);
    assert.equal(service.polls.length, 6);
    held.open();
    for (let count = 0; count < 20; count += 1) await clock.advance(0);
    assert.equal(service.polls.length, 50);
    poller.dispose();
  });

  describe('for a service that lets requests wait', () => {
    it('sends one request a job, immediately and for the oldest jobs, and the next ones as these end', async () => {
      const { service, clock, poller, held } = await waiting(30);
      assert.deepEqual(
        service.polls,
        Array.from({ length: 24 }, (_, index) => `job-${index}`),
      );
      await clock.advance(19_000);
      assert.equal(service.polls.length, 24);
      for (const { open: end } of held) end();
      await settle(clock);
      assert.equal(service.polls.length, 30);
      assert.deepEqual(new Set(service.waits), new Set([20]));
      poller.dispose();
      assert.equal(clock.pendingTimers, 0);
    });

    it('asks again at once after a wait that was too short, but at its pace where the service doesn’t wait', async () => {
      const { service, clock, poller, add } = open(0);
      service.announced = { longPollSeconds: 20 };
      const held = gate();
      service.onPoll.push(
        () => held.answer().then(() => ({ status: 'Processing' })),
        () => ({ status: 'Processing' }),
      );
      add('job', megabyte);
      await settle(clock);
      await clock.advance(20_000);
      held.open();
      await settle(clock);
      assert.equal(service.polls.length, 2);
      await clock.advance(999);
      assert.equal(service.polls.length, 2);
      await clock.advance(1);
      assert.equal(service.polls.length, 3);
      poller.dispose();
    });

    it('polls at its pace for a minute after a wait that broke', async () => {
      const { service, clock, poller, add } = open(0);
      service.announced = { longPollSeconds: 20 };
      const broken = new TransportError('transport.interrupted', 'reset', { requestComplete: true });
      service.onPoll.push(rejecting(broken), ...Array.from({ length: 100 }, () => processing));
      add('job', megabyte);
      await settle(clock);
      assert.deepEqual(service.waits, [20, 0]);
      for (let seconds = 0; seconds < 61; seconds += 1) await clock.advance(1000);
      assert.deepEqual(
        service.waits.slice(1, 60),
        Array.from({ length: 59 }, () => 0),
      );
      assert.equal(service.waits.at(-1), 20);
      poller.dispose();
    });
  });

  it('also polls jobs accepted before an ended one, but no earlier than its pace allows', async () => {
    const randoms = [1, 1, 0];
    const { clock, service, poller, add } = open(() => randoms.shift() ?? 1);
    add('1', megabyte);
    await clock.advance(900);
    add('2', megabyte);
    add('3', megabyte);
    // The third job is due after one second and the others after two, but all are polled once they have waited for one
    // second.
    await clock.advance(999);
    assert.deepEqual(service.polls, []);
    await clock.advance(1);
    for (let count = 0; count < 4; count += 1) await clock.advance(0);
    assert.deepEqual(new Set(service.polls), new Set(['1', '2', '3']));
    poller.dispose();
  });

  it('polls jobs accepted after one that had ended at its first poll as soon as it may', async () => {
    const randoms = [0, 1, 1];
    const { clock, service, poller, add } = open(() => randoms.shift() ?? 1);
    add('1', megabyte);
    await clock.advance(500);
    add('2', megabyte);
    await clock.advance(500);
    assert.deepEqual(service.polls, ['1']);
    await clock.advance(499);
    assert.deepEqual(service.polls, ['1']);
    await clock.advance(1);
    assert.deepEqual(service.polls, ['1', '2']);
    poller.dispose();
  });

  it('gives later jobs their time if an ended one had to wait', async () => {
    const randoms = [0, 0, 1];
    const { clock, service, poller, add } = open(() => randoms.shift() ?? 1);
    service.onPoll.push(async () => ({ status: 'Queued' }));
    add('1', megabyte);
    await clock.advance(1000);
    add('2', megabyte);
    await clock.advance(1000);
    assert.deepEqual(service.polls, ['1', '1']);
    await clock.advance(999);
    assert.deepEqual(service.polls, ['1', '1']);
    await clock.advance(1);
    assert.deepEqual(service.polls, ['1', '1', '2']);
    poller.dispose();
  });

  it('keeps a single timer, however many jobs there are', () => {
    const { clock, poller, add } = open(0);
    for (let index = 0; index < 1000; index += 1) add(String(index), megabyte);
    assert.equal(clock.pendingTimers, 1);
    poller.dispose();
  });

  it('keeps its pace when the computer’s clock is set back', async () => {
    const { clock, service, poller, add } = open(0);
    service.onPoll.push(...Array.from({ length: 9 }, () => () => ({ status: 'Queued' as const })));
    add('1', megabyte);
    await clock.advance(1000);
    clock.setBack(3_600_000);
    await clock.advance(3000);
    assert.equal(service.polls.length, 4);
    poller.dispose();
  });

  it('waits longer after each consecutive failure, even if the job was parked in between', async () => {
    const { clock, service, store, poller, add } = open(0);
    const at: number[] = [];
    const started = clock.monotonic();
    const fail = (): never => {
      at.push((clock.monotonic() - started) / 1000);
      throw new ServiceError('service.internal_error', 500, '');
    };
    service.onPoll.push(...Array.from({ length: 9 }, () => fail));
    add('1', megabyte);
    while (at.length < 9) {
      await clock.advance(1000);
      const job = store.get('1');
      if (job?.state.name === 'offline') resumeParked(store, [job]);
    }
    const waits = at.slice(1).map((second, index) => second - (at[index] ?? 0));
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 16, 16, 16]);
    poller.dispose();
  });

  it('stops polling a removed job', async () => {
    const { clock, service, store, poller, add } = open(0);
    add('1', megabyte);
    store.remove('1');
    await clock.advance(60_000);
    assert.equal(service.polls.length, 0);
    poller.dispose();
  });
});
