import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { treeMemory } from '../../../../src/service/worker/treeMemory.ts';

describe('The memory of a process tree', () => {
  it('is the same from ps, as on macOS, as from /proc', async function () {
    if (process.platform !== 'linux' || !existsSync('/bin/ps')) this.skip();
    const [fromPs, fromProc] = [await treeMemory(process.pid, 'darwin'), await treeMemory(process.pid)];
    assert.ok(fromProc > 0);
    assert.ok(fromPs > fromProc / 2 && fromPs < fromProc * 2, `${fromPs} and ${fromProc} bytes`);
  });

  it('isn’t known on Windows', async () => {
    assert.equal(await treeMemory(process.pid, 'win32'), 0);
  });
});
