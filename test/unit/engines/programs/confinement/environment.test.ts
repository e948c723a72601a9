import assert from 'node:assert/strict';
import { programEnvironment } from '../../../../../src/engines/programs/confinement/environment.ts';

describe('The environment of a program', () => {
  it('names the folder of its job for all that it keeps', () => {
    const { HOME, TMPDIR, TMP, TEMP } = programEnvironment('/job');
    assert.deepEqual([HOME, TMPDIR, TMP, TEMP], ['/job', '/job', '/job', '/job']);
  });

  it('has it take memory in large pages on Linux', () => {
    const { GLIBC_TUNABLES } = programEnvironment('/job');
    assert.equal(GLIBC_TUNABLES?.includes('glibc.malloc.hugetlb=1') === true, process.platform === 'linux');
  });
});
