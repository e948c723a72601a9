import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { measureProcessTree } from '../../../../src/service/worker/processTree.ts';

describe('The use of a process tree', () => {
  it('is the same from ps, as on macOS, as from /proc', async function () {
    if (process.platform !== 'linux' || !existsSync('/bin/ps')) this.skip();
    const [fromPs, fromProc] = [
      (await measureProcessTree(process.pid, Infinity, 'darwin')).memoryBytes,
      (await measureProcessTree(process.pid, Infinity)).memoryBytes,
    ];
    assert.ok(fromProc > 0);
    assert.ok(fromPs > fromProc / 2 && fromPs < fromProc * 2, `${fromPs} and ${fromProc} bytes`);
  });

  it('isn’t known on Windows', async () => {
    assert.deepEqual(await measureProcessTree(process.pid, Infinity, 'win32'), {
      memoryBytes: 0,
      deletedBytes: 0,
      threads: 0,
      isComplete: true,
    });
  });
});
