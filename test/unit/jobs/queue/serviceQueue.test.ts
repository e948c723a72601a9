import assert from 'node:assert/strict';
import { pollPace } from '../../../../src/contract/dialect.ts';
import { JobStore } from '../../../../src/jobs/core/jobStore.ts';
import { states } from '../../../../src/jobs/core/states.ts';
import { RecentlyEndedJobs, ServiceQueue } from '../../../../src/jobs/queue/serviceQueue.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const remote = { jobId: 'remote', epoch: undefined };

class CountingStore extends JobStore {
  readAll = 0;

  override all() {
    this.readAll += 1;
    return super.all();
  }
}

const open = (count: number) => {
  const store = new CountingStore({ saved: () => {}, removed: () => {} });
  const queue = new ServiceQueue(store, 'network', new FakeClock());
  for (let index = 0; index < count; index += 1)
    store.add(jobWith({ id: String(index), service: 'network', state: states.waiting() }));
  const waiting = (): string[] => [...queue.waiting].map(({ id }) => id);
  const submit = (id: string): void => {
    store.transition(id, states.uploading(0, false, undefined));
    store.transition(id, states.queued(remote));
  };
  return { store, queue, waiting, submit };
};

describe('The queue before a service', () => {
  it('keeps waiting jobs in order, and counts those in flight', () => {
    const { queue, store, waiting, submit } = open(4);
    submit('1');
    store.remove('2');
    store.add(jobWith({ id: 'elsewhere', service: 'local', state: states.waiting() }));
    assert.deepEqual(waiting(), ['0', '3']);
    assert.equal(queue.inFlightCount, 1);
    store.remove('1');
    assert.equal(queue.inFlightCount, 0);
  });

  it('counts a job as accepted after its upload', () => {
    const { queue, store } = open(2);
    store.transition('0', states.uploading(0, false, undefined));
    assert.deepEqual([queue.inFlightCount, queue.acceptedCount], [1, 0]);
    store.transition('0', states.queued({ jobId: 'job-1', epoch: undefined }));
    assert.deepEqual([queue.inFlightCount, queue.acceptedCount], [1, 1]);
    store.remove('0');
    assert.deepEqual([queue.inFlightCount, queue.acceptedCount], [0, 0]);
  });

  it('puts returning jobs before those added later', () => {
    const { store, waiting } = open(3);
    store.transition('0', states.uploading(0, false, undefined));
    assert.deepEqual(waiting(), ['1', '2']);
    store.transition('0', states.waiting());
    assert.deepEqual(waiting(), ['0', '1', '2']);
  });

  it('never scans all jobs as thousands pass through', () => {
    const { store, queue, submit } = open(5000);
    for (let index = 0; index < 5000; index += 1) {
      const [first] = queue.waiting;
      submit(first?.id ?? '');
    }
    assert.equal(queue.inFlightCount, 5000);
    assert.equal(store.readAll, 0);
  });
});

const small = jobWith({ sourceBytes: 1000 });
const large = jobWith({ sourceBytes: 100 * 1024 ** 2 });

const recentEnds = () => {
  const clock = new FakeClock();
  const counts = { faded: 0 };
  const onDidFade = (): void => {
    counts.faded += 1;
  };
  return { clock, counts, ends: new RecentlyEndedJobs({ pace: pollPace, clock, onDidFade }) };
};

describe('The number of jobs that have probably ended', () => {
  it('is the count of one polling interval, for that interval', async () => {
    const { clock, counts, ends } = recentEnds();
    ends.add({ job: small, inFlightMs: 1000 });
    await clock.advance(600);
    ends.add({ job: small, inFlightMs: 1000 });
    assert.equal(ends.count, 2);
    await clock.advance(400);
    assert.equal(ends.count, 1);
    assert.equal(counts.faded, 0);
    await clock.advance(600);
    assert.equal(ends.count, 0);
    assert.equal(counts.faded, 1);
  });

  it('is the interval’s share of jobs that took several, whether reported together or one by one', async () => {
    const [together, oneByOne] = [recentEnds(), recentEnds()];
    for (let index = 0; index < 12; index += 1) together.ends.add({ job: small, inFlightMs: 4000 });
    assert.equal(together.ends.count, 3);
    await together.clock.advance(3999);
    assert.equal(together.ends.count, 3);
    await together.clock.advance(1);
    assert.equal(together.ends.count, 0);
    for (let index = 0; index < 40; index += 1) {
      oneByOne.ends.add({ job: small, inFlightMs: 4000 });
      if (index >= 12) assert.equal(oneByOne.ends.count, 3);
      await oneByOne.clock.advance(320);
    }
  });

  it('stays valid longer for large files, which are polled less often', async () => {
    const { clock, ends } = recentEnds();
    ends.add({ job: large, inFlightMs: 5000 });
    await clock.advance(4999);
    assert.equal(ends.count, 1);
    await clock.advance(1);
    assert.equal(ends.count, 0);
  });

  it('is zero after a refusal', () => {
    const { clock, ends } = recentEnds();
    ends.add({ job: small, inFlightMs: 1000 });
    ends.forget();
    assert.equal(ends.count, 0);
    assert.equal(clock.pendingTimers, 0);
  });
});
