import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { rows } from '../../../tools/matrix/rows.ts';
import { rowsOfSweep, sweeps } from '../../../tools/matrix/sweeps.ts';
import { root } from '../../support/paths.ts';

describe('The sweeps', () => {
  it('take every row exactly once', () => {
    const swept = Object.values(sweeps).flatMap((sweep) => rowsOfSweep(sweep, rows));
    assert.equal(swept.length, rows.length);
    assert.deepEqual(new Set(swept), new Set(rows));
  });

  it('have a test file each', () => {
    const files = globSync('test/sweeps/service/rows/*.test.ts', { cwd: root });
    assert.deepEqual(files.map((file) => path.basename(file, '.test.ts')).toSorted(), Object.keys(sweeps));
  });
});
