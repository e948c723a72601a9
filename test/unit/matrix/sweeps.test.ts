import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { matrixCases } from '../../../tools/matrix/matrixCases.ts';
import { casesOfSweep, sweeps } from '../../../tools/matrix/sweeps.ts';
import { root } from '../../support/paths.ts';

describe('The sweeps', () => {
  it('take every conversion exactly once', () => {
    const swept = Object.values(sweeps).flatMap((sweep) => casesOfSweep(sweep, matrixCases));
    assert.equal(swept.length, matrixCases.length);
    assert.deepEqual(new Set(swept), new Set(matrixCases));
  });

  it('have a test file each', () => {
    const files = globSync('test/sweeps/engines/conversions/*.test.ts', { cwd: root });
    assert.deepEqual(files.map((file) => path.basename(file, '.test.ts')).toSorted(), Object.keys(sweeps));
  });
});
