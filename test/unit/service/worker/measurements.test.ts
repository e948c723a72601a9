import assert from 'node:assert/strict';
import { fault } from '../../../../src/contract/faults/fault.ts';
import { ConversionError } from '../../../../src/engines/api/conversionError.ts';
import { creditPerPage } from '../../../../src/engines/api/cost.ts';
import type { Work, WorkResult } from '../../../../src/engines/api/work.ts';
import { pdfPages } from '../../../../src/engines/pdf/pages/engine.ts';
import { Measurements } from '../../../../src/service/worker/measurements.ts';

const paths = { inputPath: '', inputBytes: 0, fileName: '', outputPath: '' };
const work: Work = { tool: 'convert', engine: 'pdf', from: 'pdf', to: 'png', options: {}, ...paths };

/** Measurements whose runs end when the test says so. */
function build() {
  const runs: ((result: WorkResult) => void)[] = [];
  const runner = {
    run: async (): Promise<WorkResult> =>
      new Promise((resolve) => {
        runs.push(resolve);
      }),
  };
  const measurements = new Measurements({ runner, maxParallel: 1, maxWaiting: 1 });
  return { runs, measurements };
}

describe('Measurements', () => {
  it('run one after the other, and refuse when the line is full', async () => {
    const { runs, measurements } = build();
    const first = measurements.run(work);
    const second = measurements.run(work);
    await assert.rejects(measurements.run(work), { code: 'queue.pool_saturated' });
    assert.equal(runs.length, 1);
    runs[0]?.({ pages: 1 });
    assert.deepEqual(await first, { pages: 1 });
    await Promise.resolve();
    assert.equal(runs.length, 2);
    runs[1]?.({ pages: 2 });
    assert.deepEqual(await second, { pages: 2 });
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
