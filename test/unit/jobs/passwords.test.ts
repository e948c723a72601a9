import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError, TransportError } from '../../../src/contract/errors.ts';
import { convertRequest, useJobs, type Window } from '../../support/jobs/jobsHarness.ts';
import { rejecting } from '../../support/jobs/scriptedService.ts';

const password = 'correct-horse';

describe('A job’s password', () => {
  const { harness, window } = useJobs();

  const add = async (service: 'local' | 'network' = 'network'): Promise<string> => {
    const options = { newPassword: password, level: 3 };
    const source = await harness.file('tree.zip');
    return window.jobs.add([convertRequest(source, { service, options })])[0]?.id ?? '';
  };

  const crash = async (id: string): Promise<Window> => {
    await harness.journaled(window, id);
    window.kill();
    for (const service of Object.values(harness.services)) service.silent = false;
    return harness.open();
  };

  /** Everything that the jobs have written to disk or to the log. */
  const written = async (): Promise<string> => {
    const entries = await readdir(harness.storage, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    // A lease may be replaced while the files are read.
    const texts = await Promise.all(
      files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8').catch(() => '')),
    );
    return [...texts, ...window.log].join('\n');
  };

  it('is sent to the service', async () => {
    await harness.settle(window, await add());
    assert.deepEqual(harness.network.accepted[0]?.options, { newPassword: password, level: 3 });
  });

  it('is never written anywhere, even if the service repeats it', async () => {
    const refusal = new ServiceError(
      'request.invalid_option',
      400,
      `newPassword: “${password}” is too long.`,
    );
    harness.network.onSubmit.push(rejecting(refusal));
    const id = await add();
    assert.equal((await harness.settle(window, id)).state.name, 'failed');
    await harness.journaled(window, id);
    const everything = await written();
    assert.ok(everything.includes('is too long') && everything.includes('"level":3'));
    assert.ok(!everything.includes(password), everything);
  });

  it('is still available for a retry in the same window', async () => {
    harness.network.onSubmit.push(rejecting(new ServiceError('request.malformed', 400, 'no')));
    const id = await add();
    await harness.settle(window, id);
    window.jobs.retry([id]);
    assert.equal((await harness.settle(window, id)).state.name, 'done');
    assert.equal(harness.network.accepted[0]?.options?.['newPassword'], password);
  });

  /** The options that each service got. */
  const received = {
    local: () => harness.local.begun.map(({ options }) => options),
    network: () => harness.network.accepted.map(({ options }) => options),
  };
  for (const service of ['local', 'network'] as const) {
    it(`is gone after a crash, so that a waiting job of the ${service} service ends with a reason`, async () => {
      harness.services[service].silent = true;
      const id = await add(service);
      const next = await crash(id);
      for (const attempt of ['restored', 'tried again']) {
        const { state } = await harness.settle(next, id);
        assert.equal(state.name === 'failed' && state.problem.code, 'options.withheld', attempt);
        next.jobs.retry([id]);
      }
      await harness.settle(next, id);
      assert.deepEqual(received[service](), []);
      next.jobs.retry([id], { options: { other: 1 } });
      await harness.settle(next, id);
      assert.deepEqual(received[service](), []);
      harness.services[service].silent = false;
      next.jobs.retry([id], { options: { newPassword: password } });
      assert.equal((await harness.settle(next, id)).state.name, 'done');
      assert.deepEqual(received[service](), [{ newPassword: password, level: 3, other: 1 }]);
    });
  }

  it('isn’t needed for jobs that the service has accepted', async () => {
    harness.network.onPoll.push(() => ({ status: 'Processing' }));
    const id = await add();
    await harness.until(window, id, 'processing');
    const next = await crash(id);
    assert.equal((await harness.settle(next, id)).state.name, 'done');
  });

  it('keeps an unconfirmed job from being submitted without it', async () => {
    const lost = new TransportError('transport.interrupted', 'reset', { requestComplete: true });
    harness.network.afterAccept.push(rejecting(lost));
    const id = await add();
    await harness.settle(window, id);
    const next = await crash(id);
    assert.equal(next.jobs.get(id)?.state.name, 'unconfirmed');
    next.jobs.retry([id], { mayChargeTwice: true });
    assert.equal((await harness.settle(next, id)).state.name, 'failed');
    assert.equal(harness.network.accepted.length, 1);
  });
});
