import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Leases, systemProcesses } from '../../../../src/jobs/journal/leases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('Leases', () => {
  let folder: string;
  let running: Set<number>;
  let opened: Leases[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fun-leases-'));
    running = new Set();
    opened = [];
  });
  afterEach(async () => {
    for (const leases of opened) leases.dispose();
    // A heartbeat that is under way may still write, and then clears up behind itself.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const hold = async (pid: number, clock = new FakeClock()): Promise<Leases> => {
    running.add(pid);
    const leases = new Leases(folder, clock, { pid, isRunning: (other) => running.has(other) });
    opened.push(leases);
    await leases.hold();
    return leases;
  };

  it('tell an owner whose process is gone from one that lives', async () => {
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

  it('take an owner on another machine, or behind a reused process id, for dead only after long silence', async () => {
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

  it('tell last what was published last, however fast', async () => {
    const [one, two] = [await hold(1), await hold(2)];
    await Promise.all(Array.from({ length: 100 }, async (_, count) => one.publish('network', count)));
    assert.equal(await two.othersInFlight('network'), 99);
  });

  it('beat while they are held', async () => {
    const clock = new FakeClock();
    const one = await hold(1, clock);
    const path = join(folder, `${one.owner}.lease`);
    await rm(path);
    while (!(await readdir(folder)).includes(`${one.owner}.lease`)) await clock.advance(60_000);
    one.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  it('tell how many jobs the living others have in flight', async () => {
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

describe('systemProcesses', () => {
  it('knows this process and init, and no process that can’t be', () => {
    assert.equal(systemProcesses.isRunning(process.pid), true);
    assert.equal(systemProcesses.isRunning(2 ** 22 + 1), false);
  });
});
