import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Leases } from '../../../../src/jobs/journal/leases.ts';
import type { Processes } from '../../../../src/util/lease.ts';
import { FakeClock, turn } from '../../../support/fakeClock.ts';
import { fakeProcesses } from '../../../support/fakeProcesses.ts';

describe('Leases', () => {
  let folder: string;
  let running: Set<number>;
  let starts: Map<number, string>;
  let opened: Leases[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fun-leases-'));
    running = new Set();
    starts = new Map();
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((leases) => leases.close()));
    await rm(folder, { recursive: true });
  });

  const processes = (pid: number): Processes =>
    fakeProcesses(
      pid,
      (other) => running.has(other),
      (other) => starts.get(other) ?? 'long ago',
    );

  const hold = async (pid: number, clock = new FakeClock()): Promise<Leases> => {
    running.add(pid);
    const leases = new Leases(folder, clock, processes(pid));
    opened.push(leases);
    await leases.hold();
    return leases;
  };

  it('distinguish an owner whose process is gone from a living one', async () => {
    const [one, two] = [await hold(1), await hold(2)];
    assert.deepEqual(await one.others(), [two.owner]);
    assert.equal(await one.isDead(two.owner), false);
    running.delete(2);
    assert.equal(await one.isDead(two.owner), true);
  });

  it('end when they are disposed', async () => {
    const [one, two] = [await hold(1), await hold(2)];
    two.dispose();
    assert.deepEqual(await one.others(), []);
    assert.equal(await one.isDead(two.owner), true);
  });

  it('treat an owner as dead if its process ID belongs to a later process', async () => {
    const [one, two] = [await hold(1), await hold(2)];
    await two.publish('network', 2);
    starts.set(2, 'just now');
    assert.equal(await one.isDead(two.owner), true);
    assert.equal(await one.othersInFlight('network'), 0);
  });

  it('rely on the process ID for leases of an older version without a start time', async () => {
    const [one, two] = [await hold(1), await hold(2)];
    const path = join(folder, `${two.owner}.lease`);
    await writeFile(path, JSON.stringify({ pid: 2, host: hostname(), inFlight: { network: 3 } }));
    starts.set(2, 'just now');
    assert.equal(await one.othersInFlight('network'), 3);
    assert.equal(await one.isDead(two.owner), false);
  });

  it('write nothing that others already know', async () => {
    const one = await hold(1);
    const path = join(folder, `${one.owner}.lease`);
    await rm(path);
    await one.publish('network', 0);
    assert.deepEqual(await readdir(folder), []);
    await one.publish('network', 1);
    await rm(path);
    await one.publish('network', 1);
    assert.deepEqual(await readdir(folder), []);
  });

  it('publish values again that couldn’t be written', async () => {
    const [one, two] = [await hold(1), await hold(2)];
    await rm(folder, { recursive: true });
    await assert.rejects(one.publish('network', 1));
    await mkdir(folder);
    await one.publish('network', 1);
    assert.equal(await two.othersInFlight('network'), 1);
  });

  it('close after pending writes are removed, and write nothing later', async () => {
    const asked = Promise.withResolvers<void>();
    const start = Promise.withResolvers<string>();
    const startedAt = async (): Promise<string> => {
      asked.resolve();
      return start.promise;
    };
    const clock = new FakeClock();
    const one = new Leases(folder, clock, { ...processes(1), startedAt });
    const holding = one.hold();
    await asked.promise;
    const closed = { yet: false };
    const closing = one.close().then(() => (closed.yet = true));
    await turn();
    assert.equal(closed.yet, false);
    start.resolve('long ago');
    await Promise.all([holding, closing]);
    await one.publish('network', 1);
    assert.deepEqual(await readdir(folder), []);
    assert.equal(clock.pendingTimers, 0);
  });

  it('treat an owner on another machine as dead only after a long silence', async () => {
    const [one, two] = [await hold(1), await hold(2)];
    const path = join(folder, `${two.owner}.lease`);
    const elsewhere = (await readFile(path, 'utf8')).replace(/"host":"[^"]*"/, '"host":"elsewhere"');
    await writeFile(path, elsewhere);
    running.delete(2);
    for (let beats = 0; beats < 10; beats += 1) assert.equal(await one.isDead(two.owner), false);
    await utimes(path, new Date(), new Date(1));
    for (let beats = 0; beats < 10; beats += 1) assert.equal(await one.isDead(two.owner), false);
    assert.equal(await one.isDead(two.owner), true);
  });

  it('end with the last published value, however fast the changes', async () => {
    const [one, two] = [await hold(1), await hold(2)];
    await Promise.all(Array.from({ length: 100 }, async (_, count) => one.publish('network', count)));
    assert.equal(await two.othersInFlight('network'), 99);
  });

  it('renew themselves while they are held', async () => {
    const clock = new FakeClock();
    const one = await hold(1, clock);
    const path = join(folder, `${one.owner}.lease`);
    await rm(path);
    while (!(await readdir(folder)).includes(`${one.owner}.lease`)) await clock.advance(60_000);
    one.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  it('count the jobs that other living windows have in flight', async () => {
    const [one, two, three] = [await hold(1), await hold(2), await hold(3)];
    await one.publish('network', 1);
    await two.publish('network', 2);
    await three.publish('network', 4);
    await three.publish('local', 8);
    assert.equal(await one.othersInFlight('network'), 6);
    running.delete(3);
    assert.equal(await one.othersInFlight('network'), 2);
  });
});
