import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { fault } from '../../../../src/contract/fault.ts';
import { ConversionError } from '../../../../src/engines/api/conversionError.ts';
import { creditPerPage } from '../../../../src/engines/api/engineDescription.ts';
import type { EngineTask, EngineResult } from '../../../../src/engines/api/task.ts';
import { pdfPages } from '../../../../src/engines/pdf/pdf.ts';
import { type ConcurrencyLimits, UrgentQueue } from '../../../../src/service/worker/urgentQueue.ts';
import { untilAborted } from '../../../../src/util/abort.ts';

const paths = { inputPath: '', inputBytes: 0, fileName: '', outputPath: '' };
const work: EngineTask = { tool: 'convert', engine: 'pdf', from: 'pdf', to: 'png', options: {}, ...paths };

const never = new AbortController().signal;

/** A queue whose runs the test ends. */
function build() {
  const runs: ((result: EngineResult) => void)[] = [];
  const runner = {
    run: async (_: EngineTask, signal: AbortSignal): Promise<EngineResult> => {
      const { promise, resolve } = Promise.withResolvers<EngineResult>();
      runs.push(resolve);
      return untilAborted(promise, signal);
    },
  };
  const queue = new UrgentQueue({ runner, maxParallel: 1, maxWaiting: 1 });
  return { runs, queue };
}

describe('UrgentQueue', () => {
  it('runs tasks one after another, and refuses more than the queue’s limit', async () => {
    const { runs, queue } = build();
    const first = queue.run(work, never);
    const second = queue.run(work, never);
    await assert.rejects(queue.run(work, never), { code: 'queue.pool_saturated' });
    assert.equal(runs.length, 1);
    runs[0]?.({ pages: 1 });
    assert.deepEqual(await first, { pages: 1 });
    await setImmediate();
    assert.equal(runs.length, 2);
    runs[1]?.({ pages: 2 });
    assert.deepEqual(await second, { pages: 2 });
  });

  it('drops a task that nobody waits for, and continues with the next', async () => {
    const { runs, queue } = build();
    const first = queue.run(work, never);
    const unwanted = new AbortController();
    const second = queue.run(work, unwanted.signal);
    unwanted.abort();
    await assert.rejects(second, { name: 'AbortError' });
    const third = queue.run(work, never);
    runs[0]?.({ pages: 1 });
    await first;
    await setImmediate();
    assert.equal(runs.length, 2);
    runs[1]?.({ pages: 3 });
    assert.deepEqual(await third, { pages: 3 });
  });

  it('continues with the next task if the current one is no longer wanted', async () => {
    const { runs, queue } = build();
    const first = queue.run(work, never);
    const unwanted = new AbortController();
    const second = queue.run(work, unwanted.signal);
    await setImmediate();
    runs[0]?.({ pages: 1 });
    await first;
    const third = queue.run(work, never);
    unwanted.abort();
    await assert.rejects(second, { name: 'AbortError' });
    await setImmediate();
    runs.at(-1)?.({ pages: 3 });
    assert.deepEqual(await third, { pages: 3 });
  });
});

/** A queue that records which runs have begun, in order. */
function buildForAccounts(room: ConcurrencyLimits & { readonly perAccount?: ConcurrencyLimits }) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const runner = {
    run: async ({ fileName }: EngineTask, signal: AbortSignal): Promise<EngineResult> => {
      begun.push(fileName);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await untilAborted(promise, signal);
      return {};
    },
  };
  const queue = new UrgentQueue({ runner, ...room });
  return {
    begun,
    submit: (account: string, signal = never) =>
      queue.runFor(account, { ...work, fileName: account }, signal),
    endNext: async () => {
      ends.shift()?.();
      await setImmediate();
    },
  };
}

describe('UrgentQueue with several accounts', () => {
  it('takes turns, however many files one account has', async () => {
    const { begun, submit, endNext } = buildForAccounts({ maxParallel: 1, maxWaiting: 10 });
    const all = 'aaaabbc'.split('').map((account) => submit(account));
    await setImmediate();
    for (let ended = 0; ended < all.length; ended += 1) await endNext();
    await Promise.all(all);
    assert.equal(begun.join(''), 'aabcaba');
  });

  it('keeps a slot for others while one of them waits', async () => {
    const room = { maxParallel: 2, maxWaiting: 4, perAccount: { maxParallel: 1, maxWaiting: 2 } };
    const { begun, submit, endNext } = buildForAccounts(room);
    const own = 'aaa'.split('').map((account) => submit(account));
    await assert.rejects(submit('a'), { code: 'queue.pool_saturated' });
    const other = submit('b');
    await setImmediate();
    assert.equal(begun.join(''), 'ab');
    for (let ended = 0; ended < 4; ended += 1) await endNext();
    await Promise.all([...own, other]);
    assert.equal(begun.join(''), 'abaa');
  });

  it('ends a running task if nobody waits for it, and starts the next', async () => {
    const { begun, submit, endNext } = buildForAccounts({ maxParallel: 1, maxWaiting: 1 });
    const unwanted = new AbortController();
    const first = submit('a', unwanted.signal);
    const second = submit('b');
    await setImmediate();
    unwanted.abort();
    await assert.rejects(first, { name: 'AbortError' });
    await setImmediate();
    assert.equal(begun.join(''), 'ab');
    await endNext();
    await endNext();
    await second;
  });
});

describe('creditPerPage', () => {
  const cost = creditPerPage(pdfPages);

  it('asks the counter with the job’s options', async () => {
    const seen: EngineTask[] = [];
    const options = { pages: '1-2' };
    const credits = await cost({ ...work, options }, async (counting) => {
      seen.push(counting);
      return { pages: 7 };
    });
    assert.equal(credits, 7);
    assert.deepEqual(seen, [{ ...work, options, engine: 'pdfPages' }]);
  });

  it('is one for a file that its job can’t read either, and hides no other error', async () => {
    for (const id of ['damaged.PDF', 'file.locked'] as const)
      assert.equal(await cost(work, async () => Promise.reject(new ConversionError(fault(id)))), 1);
    for (const id of ['conversion.time', 'conversion.memory', 'conversion.crashed'] as const)
      await assert.rejects(
        cost(work, async () => Promise.reject(new ConversionError(fault(id)))),
        ConversionError,
      );
    await assert.rejects(
      cost(work, async () => Promise.reject(new Error('disk'))),
      { message: 'disk' },
    );
  });
});
