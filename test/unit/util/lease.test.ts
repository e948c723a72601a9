import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os, { hostname } from 'node:os';
import path from 'node:path';
import {
  FileLease,
  hasEnded,
  LeasedFolder,
  ownLeaseHolder,
  type Processes,
  processStart,
  sweepDeadOwners,
  systemProcesses,
} from '../../../src/util/lease.ts';
import { fakeProcesses } from '../../support/fakeProcesses.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const freePid = 2 ** 22 + 1;

describe('A lease holder', () => {
  it('is alive while its process runs', async () => {
    assert.equal(await hasEnded(await ownLeaseHolder()), false);
  });

  it('is dead if no process has its ID', async () => {
    assert.equal(await hasEnded({ pid: freePid, host: hostname() }), true);
  });

  it('is dead if its ID belongs to a process that started at another time', async () => {
    const holder = await ownLeaseHolder(fakeProcesses(1, () => true));
    const later = fakeProcesses(
      2,
      () => true,
      () => 'just now',
    );
    assert.equal(await hasEnded(holder, later), true);
  });

  it('may be alive on another machine', async () => {
    assert.equal(await hasEnded({ pid: freePid, host: 'another-machine' }), false);
  });
});

describe('systemProcesses', () => {
  it('includes this process and no impossible one', () => {
    assert.equal(systemProcesses.isRunning(process.pid), true);
    assert.equal(systemProcesses.isRunning(freePid), false);
  });
});

describe('The start time of a process', () => {
  it('is the same every time, and missing without a process', async () => {
    assert.equal(await processStart(process.pid), await processStart(process.pid));
    assert.equal(await processStart(2 ** 30), undefined);
  });

  it('is the same text in every time zone and language, as on macOS', async function () {
    if (!existsSync('/bin/ps')) this.skip();
    const { TZ, LC_ALL } = process.env;
    const starts: (string | undefined)[] = [];
    for (const zone of ['America/New_York', 'Asia/Tokyo']) {
      Object.assign(process.env, { TZ: zone, LC_ALL: 'C.UTF-8' });
      starts.push(await processStart(process.pid, 'darwin'));
    }
    restore({ TZ, LC_ALL });
    assert.match(starts[0] ?? '', /^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
    assert.equal(starts[0], starts[1]);
  });
});

function restore(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

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
