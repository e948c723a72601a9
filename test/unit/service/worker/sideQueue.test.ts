import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { fault } from '../../../../src/contract/faults/fault.ts';
import { ConversionError } from '../../../../src/engines/api/conversionError.ts';
import { creditPerPage } from '../../../../src/engines/api/cost.ts';
import type { Work, WorkResult } from '../../../../src/engines/api/work.ts';
import { pdfPages } from '../../../../src/engines/pdf/pages/engine.ts';
import { SideQueue } from '../../../../src/service/worker/sideQueue.ts';
import { untilAborted } from '../../../../src/util/abort.ts';

const paths = { inputPath: '', inputBytes: 0, fileName: '', outputPath: '' };
const work: Work = { tool: 'convert', engine: 'pdf', from: 'pdf', to: 'png', options: {}, ...paths };

/** A queue whose runs end when the test says so. */
function build() {
  const runs: ((result: WorkResult) => void)[] = [];
  const runner = {
    run: async (_: Work, signal: AbortSignal): Promise<WorkResult> => {
      const { promise, resolve } = Promise.withResolvers<WorkResult>();
      runs.push(resolve);
      return untilAborted(promise, signal);
    },
  };
  const queue = new SideQueue({ runner, maxParallel: 1, maxWaiting: 1 });
  return { runs, queue };
}

describe('SideQueue', () => {
  it('runs one after the other, and refuses when the line is full', async () => {
    const { runs, queue } = build();
    const first = queue.run(work);
    const second = queue.run(work);
    await assert.rejects(queue.run(work), { code: 'queue.pool_saturated' });
    assert.equal(runs.length, 1);
    runs[0]?.({ pages: 1 });
    assert.deepEqual(await first, { pages: 1 });
    await setImmediate();
    assert.equal(runs.length, 2);
    runs[1]?.({ pages: 2 });
    assert.deepEqual(await second, { pages: 2 });
  });

  it('lets go of what nobody waits for any more, and takes the next', async () => {
    const { runs, queue } = build();
    const first = queue.run(work);
    const unwanted = new AbortController();
    const second = queue.run(work, unwanted.signal);
    unwanted.abort();
    await assert.rejects(second, { name: 'AbortError' });
    const third = queue.run(work);
    runs[0]?.({ pages: 1 });
    await first;
    await setImmediate();
    assert.equal(runs.length, 2);
    runs[1]?.({ pages: 3 });
    assert.deepEqual(await third, { pages: 3 });
  });

  it('goes on with the next when what has its turn is no longer wanted', async () => {
    const { runs, queue } = build();
    const first = queue.run(work);
    const unwanted = new AbortController();
    const second = queue.run(work, unwanted.signal);
    await setImmediate();
    runs[0]?.({ pages: 1 });
    await first;
    const third = queue.run(work);
    unwanted.abort();
    await assert.rejects(second, { name: 'AbortError' });
    await setImmediate();
    runs.at(-1)?.({ pages: 3 });
    assert.deepEqual(await third, { pages: 3 });
  });
});

describe('creditPerPage', () => {
  const cost = creditPerPage(pdfPages);

  it('asks the counter, with the options of the job', async () => {
    const seen: Work[] = [];
    const options = { pages: '1-2' };
    const credits = await cost({ ...work, options }, async (counting) => {
      seen.push(counting);
      return { pages: 7 };
    });
    assert.equal(credits, 7);
    assert.deepEqual(seen, [{ ...work, options, engine: 'pdfPages' }]);
  });

  it('is one for a file whose pages can’t be counted, and hides no other fault', async () => {
    const damaged = new ConversionError(fault('damaged.PDF'));
    assert.equal(await cost(work, async () => Promise.reject(damaged)), 1);
    await assert.rejects(
      cost(work, async () => Promise.reject(new Error('disk'))),
      { message: 'disk' },
    );
  });
});
