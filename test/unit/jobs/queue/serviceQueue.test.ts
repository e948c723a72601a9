import assert from 'node:assert/strict';
import { JobStore } from '../../../../src/jobs/core/jobStore.ts';
import { states } from '../../../../src/jobs/core/states.ts';
import { ServiceQueue } from '../../../../src/jobs/queue/serviceQueue.ts';
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
