import assert from 'node:assert/strict';
import { isProgramId } from '../../../../src/engines/programs/programs.ts';
import { compressions, conversions } from '../../../../src/engines/registry.ts';
import { budgetOf } from '../../../../src/service/worker/budget.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const [kilobyte, megabyte, gigabyte] = [1024, 1024 ** 2, 1024 ** 3];
const ids = [...new Set([...conversions, ...compressions].map(({ engine }) => engine))];

describe('budgetOf', () => {
  it('grows with the input, up to a most', () => {
    for (const engine of ids) {
      const sizes = [0, kilobyte, megabyte, 100 * megabyte, 2 * gigabyte, 4 * gigabyte];
      const all = sizes.map((inputBytes) => budgetOf({ engine, inputBytes }));
      for (const [index, { maxMs, maxMemoryBytes }] of all.entries()) {
        const { maxMs: lessMs, maxMemoryBytes: less } = all[index - 1] ?? { maxMs: 0, maxMemoryBytes: 0 };
        assert.ok(maxMs >= lessMs && maxMemoryBytes >= less, engine);
      }
      assert.deepEqual(all.at(-1), all.at(-2), engine);
    }
  });

  it('gives a small file no hours and, unless its kind unfolds, no gigabytes', () => {
    for (const engine of ids) {
      const { maxMs, maxMemoryBytes } = budgetOf({ engine, inputBytes: megabyte });
      assert.ok(maxMs <= 15 * minuteMs, engine);
      assert.ok(maxMemoryBytes <= 4 * gigabyte, engine);
    }
    assert.ok(budgetOf({ engine: 'pandoc', inputBytes: megabyte }).maxMemoryBytes < 2 * gigabyte);
  });

  it('gives a long film hours, and any program two minutes at least', () => {
    assert.equal(budgetOf({ engine: 'ffmpeg', inputBytes: gigabyte }).maxMs, 4 * hourMs);
    for (const engine of ids.filter(isProgramId)) {
      assert.ok(budgetOf({ engine, inputBytes: 0 }).maxMs >= 2 * minuteMs, engine);
    }
  });

  it('lets the answer to a submission wait for its pages to be counted no longer than 20 seconds', () => {
    assert.equal(budgetOf({ engine: 'pdfPages', inputBytes: 2 * gigabyte }).maxMs, 20_000);
  });
});
