import assert from 'node:assert/strict';
import { fault } from '../../../../../src/contract/faults/fault.ts';
import { ConversionError } from '../../../../../src/engines/api/conversionError.ts';
import { creditPerPage } from '../../../../../src/engines/api/engineDescription.ts';
import type { EngineWork } from '../../../../../src/engines/api/work.ts';
import { pdfPages } from '../../../../../src/engines/pdf/pdf.ts';
import { type Measure, priceOf } from '../../../../../src/service/server/submission/price.ts';
import { untilAborted } from '../../../../../src/util/abort.ts';

const paths = { inputPath: '', inputBytes: 0, fileName: '', outputPath: '' };
const work: EngineWork = { tool: 'convert', engine: 'pdf', from: 'pdf', to: 'png', options: {}, ...paths };
const cost = creditPerPage(pdfPages);
const never = new AbortController().signal;
const endless: Measure = (_work, _account, signal) => untilAborted(new Promise<never>(() => {}), signal);
const counted: Measure = async (_, account) => ({ pages: account === 'team' ? 1900 : 1 });
const failing =
  (error: Error): Measure =>
  async () => {
    throw error;
  };

describe('priceOf', () => {
  it('has the pages counted for the account', async () => {
    assert.equal(await priceOf(work, cost, counted, 'team', never), 1900);
  });

  it('refuses a file whose pages can’t be counted instead of guessing', async () => {
    for (const id of ['conversion.time', 'conversion.memory', 'conversion.crashed', 'pdf.complex'] as const) {
      const measure = failing(new ConversionError(fault(id)));
      await assert.rejects(priceOf(work, cost, measure, 'team', never), {
        code: 'request.pages_uncountable',
        status: 422,
        fault: { id: 'pages.uncounted', parameters: [] },
      });
    }
  });

  it('leaves a damaged file to its job, which fails at no cost', async () => {
    const measure = failing(new ConversionError(fault('damaged.PDF')));
    assert.equal(await priceOf(work, cost, measure, 'team', never), 1);
  });

  it('asks the caller to retry if the counter fails for other reasons or takes too long', async () => {
    const saturated = { code: 'queue.pool_saturated', status: 503 };
    const unstarted = failing(new ConversionError(fault('conversion.unstarted')));
    await assert.rejects(priceOf(work, cost, unstarted, 'team', never), saturated);
    await assert.rejects(priceOf(work, cost, endless, 'team', never, 1), saturated);
  });

  it('ends if nobody waits for it', async () => {
    const gone = new AbortController();
    const price = priceOf(work, cost, endless, 'team', gone.signal);
    gone.abort(new Error('gone'));
    await assert.rejects(price, { message: 'gone' });
  });

  it('hides no other error', async () => {
    await assert.rejects(priceOf(work, cost, failing(new Error('disk')), 'team', never), { message: 'disk' });
  });
});
