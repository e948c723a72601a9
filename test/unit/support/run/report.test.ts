import assert from 'node:assert/strict';
import { timeReport } from '../../../support/run/report.ts';

const counts = { passes: 3, failures: 0, pending: 0 };

describe('The report of a run', () => {
  it('tells what each level came to, and which files of all took longest', () => {
    const filesMs = { 'test/a.test.ts': 1000, 'test/b.test.ts': 62_400 };
    const lines = timeReport([
      { script: 'lint', passes: 0, failures: 1, pending: 0, tookMs: 400 },
      { script: 'test:unit', ...counts, tookMs: 70_000, filesMs },
      { script: 'test:ui', ...counts, tookMs: 9000, filesMs: { 'test/c.test.ts': 8000 } },
    ]);
    assert.deepEqual(lines, [
      '    0 s  lint              0 passed, 1 failed',
      '   70 s  test:unit         3 passed, 0 failed',
      '    9 s  test:ui           3 passed, 0 failed',
      '',
      'The slowest files:',
      '   62 s  test/b.test.ts',
      '    8 s  test/c.test.ts',
      '    1 s  test/a.test.ts',
    ]);
  });

  it('closes with what failed, and why', () => {
    const failed = [
      'test/a.test.ts: A suite fails\nError: wrong',
      'test/b.test.ts: Another fails\nError: late',
    ];
    const lines = timeReport([{ script: 'test:unit', ...counts, failures: 2, tookMs: 1, failed }]);
    assert.deepEqual(
      lines.slice(-4),
      failed.flatMap((each) => ['', `Failed in test:unit: ${each}`]),
    );
  });

  it('names a dozen files', () => {
    const filesMs = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.test.ts`, index]));
    const lines = timeReport([{ script: 'test:unit', ...counts, tookMs: 1, filesMs }]);
    assert.equal(lines.filter((line) => line.endsWith('.test.ts')).length, 12);
  });
});
