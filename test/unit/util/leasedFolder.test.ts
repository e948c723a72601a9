import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { LeasedFolder, sweepDeadOwners } from '../../../src/util/leasedFolder.ts';

const freePid = 2 ** 22 + 1;

describe('LeasedFolder', () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(path.join(os.tmpdir(), 'leases-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  /** A folder as another process would have left it. */
  function left(name: string, lease: object | string): string {
    const folder = path.join(parent, name);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'lease.json'), typeof lease === 'string' ? lease : JSON.stringify(lease));
    return folder;
  }

  it('is private, and deleted with its content when disposed', async () => {
    const folder = await LeasedFolder.create(parent);
    assert.equal(statSync(folder.path).mode & 0o777, 0o700);
    writeFileSync(path.join(folder.path, 'output'), 'x');
    folder.dispose();
    assert.equal(existsSync(folder.path), false);
  });

  it('clears the folders of dead owners, even if another process now has their ID', async () => {
    const dead = left('fun-0000000000000001', { pid: freePid, host: os.hostname() });
    const reused = left('fun-0000000000000002', {
      pid: process.pid,
      host: os.hostname(),
      startedAt: 'long ago',
    });
    await sweepDeadOwners(parent);
    assert.deepEqual([existsSync(dead), existsSync(reused)], [false, process.platform === 'win32']);
  });

  it('reports each folder before it is deleted, and no other', async () => {
    const seen: string[] = [];
    const onWillRemove = (folder: string): void => {
      assert.ok(existsSync(path.join(folder, 'lease.json')));
      seen.push(folder);
    };
    const dead = left('fun-0000000000000001', { pid: freePid, host: os.hostname() });
    left('fun-0000000000000003', { pid: freePid, host: 'another-machine' });
    const own = await LeasedFolder.create(parent, onWillRemove);
    assert.deepEqual(seen, [dead]);
    own.dispose();
    assert.deepEqual(seen, [dead, own.path]);
  });

  it('keeps folders with a living or remote owner, without a readable lease, or with another kind of name', async () => {
    const living = (await LeasedFolder.create(parent)).path;
    const kept = [
      living,
      left('fun-0000000000000003', { pid: freePid, host: 'another-machine' }),
      left('fun-0000000000000004', 'half a le'),
      left('somebody-elses', { pid: freePid, host: os.hostname() }),
    ];
    await sweepDeadOwners(parent);
    assert.deepEqual(kept.filter(existsSync), kept);
  });

  it('doesn’t follow a link with such a name', async () => {
    const elsewhere = left('elsewhere', { pid: freePid, host: os.hostname() });
    symlinkSync(elsewhere, path.join(parent, 'fun-0000000000000005'));
    await sweepDeadOwners(parent);
    assert.equal(existsSync(elsewhere), true);
  });
});
