import assert from 'node:assert/strict';
import { retryWhileBusy } from '../../../src/util/systemCode.ts';

describe('retryWhileBusy', () => {
  it('retries operations on Windows that another program blocks', async () => {
    const work = failing('EPERM', 'EBUSY', 'EACCES');
    assert.equal(await retryWhileBusy(work, 'win32', [0, 0, 0]), 'done');
    assert.equal(work.calls, 4);
  });

  it('fails at once with errors that waiting can’t fix', async () => {
    const work = failing('ENOENT');
    await assert.rejects(retryWhileBusy(work, 'win32', [0, 0, 0]), { code: 'ENOENT' });
    assert.equal(work.calls, 1);
  });

  it('fails in the end if the error persists', async () => {
    const work = failing('EBUSY', 'EBUSY', 'EBUSY', 'EPERM', 'EPERM');
    await assert.rejects(retryWhileBusy(work, 'win32', [0, 0, 0]), { code: 'EPERM' });
    assert.equal(work.calls, 4);
  });

  it('tries once on other systems, where the same codes are final', async () => {
    for (const platform of ['linux', 'darwin'] as const) {
      const work = failing('EPERM');
      await assert.rejects(retryWhileBusy(work, platform), { code: 'EPERM' });
      assert.equal(work.calls, 1);
    }
  });
});

/** Fails once for each code, then succeeds; counts its calls. */
function failing(...codes: string[]) {
  const work = async (): Promise<string> => {
    const code = codes[work.calls];
    work.calls += 1;
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  work.calls = 0;
  return work;
}
