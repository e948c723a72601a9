import assert from 'node:assert/strict';
import { isProgramId } from '../../../../src/engines/programs/programs.ts';
import { compressions, conversions } from '../../../../src/engines/registry.ts';
import { type Budget, budgetOf } from '../../../../src/service/worker/budget.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const [kilobyte, megabyte, gigabyte] = [1024, 1024 ** 2, 1024 ** 3];
const work = { from: 'png', options: {} };
const ids = [...new Set([...conversions, ...compressions].map(({ engine }) => engine))];

function budget(engine: string, from: string, inputBytes: number, options: object = {}): Budget {
  return budgetOf({ engine, from, inputBytes, options: { ...options } });
}

describe('budgetOf', () => {
  it('grows with the input, up to a limit', () => {
    for (const engine of ids) {
      const sizes = [0, kilobyte, megabyte, 100 * megabyte, 2 * gigabyte, 4 * gigabyte];
      const all = sizes.map((inputBytes) => budgetOf({ ...work, engine, inputBytes }));
      for (const [index, { maxMs, maxMemoryBytes }] of all.entries()) {
        const { maxMs: lessMs, maxMemoryBytes: less } = all[index - 1] ?? { maxMs: 0, maxMemoryBytes: 0 };
        assert.ok(maxMs >= lessMs && maxMemoryBytes >= less, engine);
      }
      assert.deepEqual(all.at(-1), all.at(-2), engine);
    }
  });

  it('gives a small file no hours and, unless its kind expands, no gigabytes', () => {
    for (const engine of ids) {
      const { maxMs, maxMemoryBytes } = budgetOf({ ...work, engine, inputBytes: megabyte });
      assert.ok(maxMs <= 15 * minuteMs, engine);
      assert.ok(maxMemoryBytes <= 4 * gigabyte, engine);
    }
    assert.ok(budgetOf({ ...work, engine: 'pandoc', inputBytes: megabyte }).maxMemoryBytes < 2 * gigabyte);
  });

  it('gives a long video hours, and any program at least two minutes', () => {
    assert.equal(budgetOf({ ...work, engine: 'ffmpeg', inputBytes: gigabyte }).maxMs, 4 * hourMs);
    for (const engine of ids.filter(isProgramId)) {
      assert.ok(budgetOf({ ...work, engine, inputBytes: 0 }).maxMs >= 2 * minuteMs, engine);
    }
  });

  it('limits the page count before the answer to a submission to 20 seconds', () => {
    assert.equal(budgetOf({ ...work, engine: 'pdfPages', inputBytes: 2 * gigabyte }).maxMs, 20_000);
  });

  it('gives a drawing a minute and three gigabytes, or more for more bytes or a larger requested size', () => {
    for (const [engine, from] of [
      ['image', 'svg'],
      ['magick', 'svg'],
      ['imagePreview', 'svg'],
      ['imagePdf', 'svg'],
      ['svgCompression', 'svg'],
      ['pdf', 'pdf'],
      ['pdfPreview', 'pdf'],
      ['pdfCompression', 'pdf'],
      ['pdfReflow', 'pdf'],
    ] as const) {
      const small = budget(engine, from, 3 * kilobyte);
      assert.ok(small.maxMs < 1.1 * minuteMs && small.maxMemoryBytes < 3.1 * gigabyte, engine);
      const other = budget(engine, 'other', megabyte);
      assert.ok(budget(engine, from, megabyte).maxMs >= Math.min(other.maxMs, 10 * minuteMs), engine);
    }
    for (const options of [{ width: 10_000 }, { height: 10_000 }, { width: 20_000, height: 5000 }]) {
      assert.deepEqual(
        budget('magick', 'svg', kilobyte, options),
        budget('magick', 'png', kilobyte, options),
      );
    }
    assert.ok(budget('pdf', 'pdf', kilobyte, { density: 600 }).maxMs > 4 * minuteMs);
    assert.ok(budget('libreoffice', 'svg', kilobyte).maxMs >= 2 * minuteMs);
  });
});
