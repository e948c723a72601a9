import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readHead, retryWhileBusy } from '../../../src/util/files.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

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

describe('readHead', () => {
  const folder = useTemporaryFolder();

  it('returns at most so many bytes of a file', async () => {
    const file = path.join(folder.path, 'a');
    await writeFile(file, 'abc');
    assert.equal(String(await readHead(file, 2)), 'ab');
    assert.equal(String(await readHead(file, 9)), 'abc');
  });

  it('doesn’t wait for a named pipe that nobody writes to', async function () {
    if (process.platform === 'win32') this.skip();
    const pipe = path.join(folder.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    assert.equal(String(await readHead(pipe, 9)), '');
  });
});
