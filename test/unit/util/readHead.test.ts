import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readHead } from '../../../src/util/readHead.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

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
