import assert from 'node:assert/strict';
import { JobQueue } from '../../../../../src/service/server/jobs/queue.ts';
import { turn } from '../../../../support/fakeClock.ts';

/** A queue of named jobs, each of which runs until the test finishes it by its name. */
function queue(limits: { parallel: number; queued?: number; places?: number }) {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const own = new JobQueue<string>(
    {
      maxParallelJobs: limits.parallel,
      maxQueuedJobs: limits.queued ?? 100,
      poolSlots: limits.places ?? limits.parallel,
    },
    async (name) => {
      started.push(name);
      await new Promise<void>((resolve) => {
        finish.set(name, resolve);
      });
    },
  );
  const end = async (name: string): Promise<void> => {
    finish.get(name)?.();
    await turn();
  };
  return { own, started, end };
}

describe('JobQueue', () => {
  it('runs as many jobs as the tier allows, the others in order', async () => {
    const { own, started, end } = queue({ parallel: 2 });
    for (const name of ['a', 'b', 'c', 'd']) own.add(name);
    assert.deepEqual(started, ['a', 'b']);
    await end('b');
    assert.deepEqual(started, ['a', 'b', 'c']);
    await end('a');
    assert.deepEqual(started, ['a', 'b', 'c', 'd']);
  });

  it('refuses jobs that exceed the queue, and accepts them once a slot is free', async () => {
    const { own, end } = queue({ parallel: 1, queued: 2 });
    for (const name of ['a', 'b', 'c']) own.add(name);
    assert.throws(() => own.add('d'), {
      code: 'queue.limit_exceeded',
      status: 429,
      detail: /wait for existing/i,
    });
    await end('a');
    own.add('d');
  });

  it('refuses jobs if the pool is full, even if the tier would run one more', async () => {
    const { own, started, end } = queue({ parallel: 3, places: 1 });
    own.add('a');
    assert.throws(() => own.add('b'), { code: 'queue.pool_saturated', detail: /try again shortly/i });
    await end('a');
    own.add('b');
    assert.deepEqual(started, ['a', 'b']);
  });

  it('forgets only the job that is removed', async () => {
    const { own, started, end } = queue({ parallel: 1 });
    for (const name of ['a', 'b', 'c']) own.add(name);
    assert.equal(own.remove('b'), true);
    assert.equal(own.remove('a'), false);
    await end('a');
    assert.deepEqual(started, ['a', 'c']);
  });
});
