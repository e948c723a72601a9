import assert from 'node:assert/strict';
import { CodedError, ServiceError, TransportError } from '../../../src/contract/errors.ts';
import { retentionMs } from '../../../src/contract/jobRecord.ts';
import type { Job } from '../../../src/jobs/core/job.ts';
import { convertRequest, useJobs } from '../../support/jobs/jobsHarness.ts';
import { rejecting } from '../../support/jobs/scriptedService.ts';

const rejected = (): Error => new ServiceError('api_key.invalid_or_ip_not_allowed', 401, '');
const otherAccount = (): Error => new CodedError('api_key.other_account', 'The job doesn’t exist.');
const codeOf = ({ state }: Job): string => ('problem' in state ? (state.problem?.code ?? '') : '');

describe('A job whose API key was replaced', () => {
  const { harness, window, switchTo } = useJobs(({ network }) => {
    network.key = 'key-1';
  });

  /** Adds a job that the service has refused for now. */
  const waiting = async (): Promise<string> => {
    harness.network.onSubmit.push(rejecting(new ServiceError('queue.limit_exceeded', 429, '')));
    const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    const id = job?.id ?? '';
    await harness.eventually(() => codeOf(window.jobs.get(id) ?? job!) === 'queue.limit_exceeded', 20);
    return id;
  };
  const payers = (): unknown[] => harness.network.accepted.map(({ keyId }) => keyId);
  const isHeldBack = async (id: string): Promise<void> => {
    assert.equal(codeOf(await harness.settle(window, id)), 'api_key.changed');
    assert.deepEqual(payers(), []);
  };

  /** Runs a job until the service doesn’t find it, because the new key is of another account. */
  const parked = async (): Promise<string> => {
    harness.network.onPoll.push(rejecting(otherAccount()));
    const job = await harness.run(window, convertRequest(await harness.file('photo.png')));
    assert.deepEqual([job.state.name, codeOf(job)], ['needsKey', 'api_key.other_account']);
    return job.id;
  };

  it('isn’t paid with the new key until the user resumes it', async () => {
    const id = await waiting();
    harness.network.key = 'key-2';
    await isHeldBack(id);
    window.jobs.resume(['needsKey']);
    await isHeldBack(id);
    window.jobs.resume(['needsKey'], { withCurrentKey: true });
    assert.equal((await harness.settle(window, id)).state.name, 'done');
    assert.deepEqual(payers(), ['key-2']);
  });

  it('is paid with the new key if the user has entered it in the same window', async () => {
    const id = await waiting();
    harness.network.key = 'key-2';
    window.jobs.resume(['waiting', 'needsKey'], { withCurrentKey: true });
    assert.equal((await harness.settle(window, id)).state.name, 'done');
    assert.deepEqual(payers(), ['key-2']);
  });

  it('isn’t paid with the new key if the key changes at the last moment', async () => {
    harness.network.onSubmit.push(() => {
      harness.network.key = 'key-2';
    });
    const [job] = window.jobs.add([convertRequest(await harness.file('photo.png'))]);
    await isHeldBack(job?.id ?? '');
  });

  it('isn’t paid with the new key after a restart', async () => {
    const id = await waiting();
    await harness.journaled(window, id);
    window.kill();
    harness.network.key = 'key-2';
    switchTo(await harness.open());
    await isHeldBack(id);
  });

  it('doesn’t hold back jobs that are requested afterwards', async () => {
    const id = await waiting();
    harness.network.key = 'key-2';
    await isHeldBack(id);
    const { state } = await harness.run(window, convertRequest(await harness.file('other.png')));
    assert.equal(state.name, 'done');
    assert.deepEqual(payers(), ['key-2']);
  });

  it('is paid with the first key if there was none when it was requested', async () => {
    harness.network.key = undefined;
    harness.network.onSubmit.push(rejecting(rejected()));
    const { id, state } = await harness.run(window, convertRequest(await harness.file('photo.png')));
    assert.equal(state.name, 'needsKey');
    harness.network.key = 'key-1';
    window.jobs.resume(['needsKey']);
    assert.equal((await harness.settle(window, id)).state.name, 'done');
    assert.deepEqual(payers(), ['key-1']);
  });

  it('isn’t sent again for another account after its answer was lost', async () => {
    harness.network.announced = { idempotencyKeySeconds: 86_400 };
    harness.network.afterAccept.push(() => {
      harness.network.key = 'key-2';
      throw new TransportError('transport.interrupted', 'Cut.', { requestComplete: true });
    });
    const { id, state } = await harness.run(window, convertRequest(await harness.file('photo.png')));
    assert.equal(state.name, 'unconfirmed');
    window.jobs.retry([id]);
    assert.equal(window.jobs.get(id)?.state.name, 'unconfirmed');
    assert.deepEqual(payers(), ['key-1']);
    window.jobs.retry([id], { mayChargeTwice: true });
    assert.equal((await harness.settle(window, id)).state.name, 'done');
    assert.deepEqual(payers(), ['key-1', 'key-2']);
  });

  describe('after the service accepted it', () => {
    it('continues with any key of its account, and isn’t paid again', async () => {
      const id = await parked();
      harness.network.onPoll.push(rejecting(otherAccount()));
      window.jobs.resume(['needsKey']);
      assert.equal((await harness.settle(window, id)).state.name, 'needsKey');
      window.jobs.resume(['needsKey'], { withCurrentKey: true });
      assert.equal((await harness.settle(window, id)).state.name, 'done');
      assert.deepEqual(payers(), ['key-1']);
    });

    it('expires when its result does', async () => {
      const id = await parked();
      await harness.clock.advance(retentionMs);
      harness.network.onPoll.push(rejecting(otherAccount()));
      window.jobs.resume(['needsKey']);
      assert.equal((await harness.settle(window, id)).state.name, 'expired');
    });
  });
});
