import assert from 'node:assert/strict';
import { programEnvironment } from '../../../../../src/engines/programs/confinement/confinement.ts';

describe('A program’s environment', () => {
  it('has the job’s folder for everything it stores', () => {
    const { HOME, TMPDIR, TMP, TEMP } = programEnvironment('/job');
    assert.deepEqual([HOME, TMPDIR, TMP, TEMP], ['/job', '/job', '/job', '/job']);
  });

  it('requests large memory pages on Linux', () => {
    const { GLIBC_TUNABLES } = programEnvironment('/job');
    assert.equal(GLIBC_TUNABLES?.includes('glibc.malloc.hugetlb=1') === true, process.platform === 'linux');
  });
});
