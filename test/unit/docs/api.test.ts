import assert from 'node:assert/strict';
import { undocumentedErrors } from '../../../src/contract/dialect.ts';
import { documentedErrors } from '../../../src/contract/errors.ts';
import { tierLimits } from '../../../src/contract/tiers.ts';
import { sectionsOf } from '../../support/docs/page.ts';

const number = (text = ''): number => Number(text.replaceAll(/[^\d]/g, ''));

describe('docs/api.md', () => {
  const page = new Map(sectionsOf('api.md').map(({ heading, rules }) => [heading, rules]));

  it('has the contract’s error codes and their statuses', () => {
    const rows = page.get('Errors')?.get('2') ?? [];
    const statuses = rows.map(([code = '', status]) => [
      code,
      status === 'open' ? undocumentedErrors['queue.pool_saturated'].status : Number(status),
    ]);
    assert.deepEqual(
      Object.fromEntries(statuses),
      Object.fromEntries(Object.entries(documentedErrors).map(([code, { status }]) => [code, status])),
    );
  });

  it('has the contract’s limits', () => {
    const rows = (page.get('Limits')?.get('1') ?? []).map(
      ([tier = '', size = '', batch, parallel, queued, credits = '']) => [
        tier.toLowerCase(),
        {
          maxFileBytes: number(size) * 1024 ** (size.endsWith('GB') ? 3 : 2),
          maxBatchFiles: number(batch),
          maxParallelJobs: number(parallel),
          maxQueuedJobs: number(queued),
          credits: { amount: number(credits), window: credits.split(' ').at(-1) },
        },
      ],
    );
    assert.deepEqual(Object.fromEntries(rows), tierLimits);
  });
});
