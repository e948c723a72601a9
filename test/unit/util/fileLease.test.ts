import assert from 'node:assert/strict';
import path from 'node:path';
import { FileLease } from '../../../src/util/fileLease.ts';
import type { Processes } from '../../../src/util/leaseHolder.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('FileLease', () => {
  const folder = useTemporaryFolder();
  let file: string;
  let running: Set<number>;

  beforeEach(() => {
    file = path.join(folder.path, 'rules', 'folder.lease');
    running = new Set([1, 2, 3]);
  });

  const lease = (pid: number): FileLease => {
    const processes: Processes = {
      pid,
      isRunning: (other) => running.has(other),
      startedAt: async () => 'then',
    };
    return new FileLease(file, processes);
  };

  it('belongs to one process at a time until it is released', async () => {
    const [one, two] = [lease(1), lease(2)];
    assert.deepEqual([await one.take(), await two.take(), await one.take()], [true, false, true]);
    one.dispose();
    assert.equal(await two.take(), true);
  });

  it('is taken over from a process that has ended', async () => {
    await lease(1).take();
    running.delete(1);
    assert.equal(await lease(2).take(), true);
    assert.equal(await lease(3).take(), false);
  });

  it('is taken by one of several simultaneous callers', async () => {
    const taken = await Promise.all([1, 2, 3].map((pid) => lease(pid).take()));
    assert.equal(taken.filter(Boolean).length, 1);
  });

  it('isn’t taken after it is disposed', async () => {
    const one = lease(1);
    one.dispose();
    assert.equal(await one.take(), false);
  });
});
