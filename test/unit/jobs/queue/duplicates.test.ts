import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../../src/contract/errors.ts';
import type { JobRequest } from '../../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import {
  compressRequest,
  convertRequest,
  useJobsHarness,
  type Window,
} from '../../../support/jobs/jobsHarness.ts';
import { gate, rejecting } from '../../../support/jobs/scriptedService.ts';

const add = (window: Window, request: JobRequest): string => window.jobs.add([request])[0]?.id ?? '';

/** True if a job waits for the other window's. */
function isBeside({ jobs }: Window, id: string): boolean {
  const state = jobs.get(id)?.state;
  return state?.name === 'waiting' && state.problem?.code === 'job.in_other_window';
}

describe('The same request in two windows', () => {
  const harness = useJobsHarness();
  let one: Window;
  let two: Window;

  beforeEach(async () => {
    [one, two] = [await harness.open(), await harness.open()];
  });

  const outcome = async (window: Window, id: string): Promise<unknown> => {
    const { state } = await harness.settle(window, id);
    if (state.name === 'done') return decodeURIComponent(state.output?.split('/').at(-1) ?? '');
    return state.name === 'failed' ? state.problem.code : state.name;
  };

  it('is paid once, and both end with the same result', async () => {
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const request = convertRequest(await harness.file('photo.png'), { options: { password: 'x', level: 1 } });
    const first = add(one, request);
    await harness.until(one, first, 'processing');
    const second = add(two, request);
    await harness.eventually(() => isBeside(two, second), 20);
    assert.deepEqual([await outcome(one, first), await outcome(two, second)], ['photo.txt', 'photo.txt']);
    assert.equal(harness.network.accepted.length, 1);
    assert.deepEqual(await harness.names(), ['photo.png', 'photo.txt']);
  });

  it('is paid once if both come at the same moment', async () => {
    const request = convertRequest(await harness.file('photo.png'));
    const [first, second] = [add(one, request), add(two, request)];
    assert.deepEqual([await outcome(one, first), await outcome(two, second)], ['photo.txt', 'photo.txt']);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('is paid once even if the second waits for a slot until the first is done', async () => {
    harness.network.tier = { ...harness.network.tier, maxParallelJobs: 1, maxQueuedJobs: 1 };
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const request = convertRequest(await harness.file('photo.png'));
    const first = add(one, request);
    await harness.until(one, first, 'processing');
    const second = add(two, request);
    assert.deepEqual([await outcome(one, first), await outcome(two, second)], ['photo.txt', 'photo.txt']);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('compresses a source that it replaces once', async () => {
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const request = compressRequest(await harness.file('note.txt', 'x'.repeat(100)), { replaceSource: true });
    const first = add(one, request);
    await harness.until(one, first, 'processing');
    const second = add(two, request);
    assert.deepEqual([await outcome(one, first), await outcome(two, second)], ['note.txt', 'note.txt']);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('compresses it once even if the second looks while the first is replacing it', async () => {
    const replaced = gate();
    class SlowFileStore extends DiskFileStore {
      override async replace(from: string, to: string): Promise<void> {
        await super.replace(from, to);
        await replaced.answer();
      }
    }
    const slow = await harness.open({ files: new SlowFileStore() });
    const request = compressRequest(await harness.file('note.txt', 'x'.repeat(100)), { replaceSource: true });
    const first = add(slow, request);
    await harness.eventually(() => replaced.asked() > 0, 20);
    const second = add(two, request);
    await harness.eventually(() => two.jobs.get(second)?.state.name === 'done' || isBeside(two, second), 20);
    replaced.open();
    assert.deepEqual([await outcome(slow, first), await outcome(two, second)], ['note.txt', 'note.txt']);
    assert.equal(harness.network.accepted.length, 1);
  });

  it('leaves the decision about an unconfirmed job to its own window', async () => {
    const lost = new TransportError('transport.interrupted', 'reset', { requestComplete: true });
    harness.network.afterAccept.push(rejecting(lost));
    const request = convertRequest(await harness.file('photo.png'));
    const first = add(one, request);
    await harness.settle(one, first);
    await harness.journaled(one, first);
    const second = add(two, request);
    assert.equal(await outcome(two, second), 'job.in_other_window');
    assert.equal(harness.network.accepted.length, 1);
  });

  it('continues in the other window if one is canceled', async () => {
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const request = convertRequest(await harness.file('photo.png'));
    const first = add(one, request);
    await harness.until(one, first, 'processing');
    const second = add(two, request);
    await harness.clock.runUntil(one.jobs.cancel([first]));
    assert.equal(await outcome(two, second), 'photo.txt');
    assert.equal(harness.network.accepted.length, 2);
  });

  it('waits for a job whose window is gone until another window has adopted it', async () => {
    const lost = gate();
    harness.network.afterAccept.push(lost.answer);
    const request = convertRequest(await harness.file('photo.png'));
    const first = add(one, request);
    await harness.eventually(() => lost.asked() > 0);
    one.kill();
    const second = add(two, request);
    assert.equal(await outcome(two, second), 'job.in_other_window');
    assert.equal(two.jobs.get(first)?.state.name, 'unconfirmed');
    assert.equal(harness.network.accepted.length, 1);
  });

  it('counts as another request if the file has changed, or after the first has ended', async () => {
    const request = convertRequest(await harness.file('photo.png'));
    const first = add(one, request);
    await outcome(one, first);
    await harness.clock.advance(1000);
    const second = add(two, request);
    assert.equal(await outcome(two, second), 'photo (1).txt');
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const third = add(one, request);
    await harness.until(one, third, 'processing');
    await harness.file('photo.png', 'other bytes, not as many');
    await outcome(two, add(two, request));
    assert.equal(harness.network.accepted.length, 4);
  });

  it('counts as another request if it is retried', async () => {
    const request = convertRequest(await harness.file('photo.png'));
    harness.network.onSubmit.push(rejecting(new ServiceError('request.malformed', 400, 'no')));
    const first = add(one, request);
    assert.equal(await outcome(one, first), 'request.malformed');
    assert.equal(await outcome(two, add(two, request)), 'photo.txt');
    await harness.clock.advance(1000);
    one.jobs.retry([first]);
    assert.equal(await outcome(one, first), 'photo (1).txt');
  });
});
