import assert from 'node:assert/strict';
import { Activities } from '../../../../src/jobs/core/activities.ts';
import { turn } from '../../../support/fakeClock.ts';

function fault(error: unknown): never {
  assert.fail(String(error));
}

describe('Activities', () => {
  it('are closed after everything they had to end has ended', async () => {
    const activities = new Activities(fault);
    const cleanUp = Promise.withResolvers<void>();
    activities.start('job', async (signal) => {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      await cleanUp.promise;
    });
    let closed = false;
    const closing = activities.close().then(() => (closed = true));
    await turn();
    assert.equal(closed, false);
    cleanUp.resolve();
    await closing;
    assert.equal(activities.isRunning('job'), false);
  });

  it('start nothing after they are disposed', () => {
    const activities = new Activities(fault);
    activities.dispose();
    activities.start('job', async () => assert.fail('It was started.'));
    assert.equal(activities.isRunning('job'), false);
  });
});
