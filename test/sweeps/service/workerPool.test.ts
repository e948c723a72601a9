import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { isConversionError } from '../../../src/engines/api/conversionError.ts';
import type { EngineTask } from '../../../src/engines/api/task.ts';
import { budgetOf } from '../../../src/service/worker/budget.ts';
import { WorkerPool, type WorkerPoolOptions } from '../../../src/service/worker/pool.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { killGroup } from '../../../src/util/childProcess.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { childrenOf, isRunning } from '../../support/service/processes.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const megabyte = 1024 * 1024;
const scriptPath = path.join(import.meta.dirname, '../../support/service/misbehavingWorker.ts');
const poolParent = path.join(import.meta.dirname, '../../support/service/poolParent.ts');
const never = new AbortController().signal;

describe('WorkerPool', () => {
  const folder = useTemporaryFolder();
  let pools: WorkerPool[] = [];

  afterEach(() => {
    for (const pool of pools) pool.dispose();
    pools = [];
  });

  function pool(over: Partial<WorkerPoolOptions> = {}, maxMs = 600_000): WorkerPool {
    const budget = { maxMs, maxMemoryBytes: 400 * megabyte, maxOutputBytes: megabyte };
    const own = new WorkerPool({
      scriptPath,
      budgetOf: () => budget,
      maxMemoryBytes: Infinity,
      clock: systemClock,
      idleMs: 60_000,
      maxRuns: 50,
      maxRestingRssBytes: 200 * megabyte,
      ...over,
    });
    pools.push(own);
    return own;
  }

  let runs = 0;
  const work = (how: string): EngineTask => {
    const outputPath = path.join(folder.path, `output-${(runs += 1)}`);
    return {
      tool: 'convert',
      engine: 'image',
      from: how,
      to: 'x',
      options: {},
      inputPath: '',
      inputBytes: 0,
      fileName: '',
      outputPath,
    };
  };
  /** Runs work that succeeds, and resolves to the id of its process. */
  const worker = async (own: WorkerPool): Promise<number> => {
    const fine = work('fine');
    await own.run(fine, never);
    return Number(readFileSync(fine.outputPath, 'utf8'));
  };

  it('runs jobs one after another in the same process', async () => {
    const own = pool();
    assert.equal(await worker(own), await worker(own));
  });

  it('divides the processors among working processes', async () => {
    const own = pool();
    const threads = async (): Promise<number> => {
      const asking = work('tellThreads');
      await own.run(asking, never);
      return Number(readFileSync(asking.outputPath, 'utf8'));
    };
    assert.equal(await threads(), availableParallelism());
    const other = work('keepUntilReleased');
    const done = own.run(other, never);
    assert.equal(await threads(), Math.max(1, Math.floor(availableParallelism() / 2)));
    writeFileSync(`${other.outputPath}.release`, '');
    await done;
  });

  it('replaces a process after a number of jobs', async () => {
    const own = pool({ maxRuns: 1 });
    const first = await worker(own);
    assert.notEqual(await worker(own), first);
    await becomes(() => isRunning(first), false);
  });

  it('replaces a process that keeps a job’s memory', async () => {
    const own = pool();
    const first = await worker(own);
    await own.run(work('keep'), never);
    await eventually(
      () => worker(own),
      (pid) => pid !== first,
    );
  });

  it('ends a process after it was idle for a while', async () => {
    const clock = new FakeClock();
    const own = pool({ clock, idleMs: 60_000 });
    const pid = await worker(own);
    await clock.advance(59_999);
    assert.ok(isRunning(pid));
    await clock.advance(1);
    await becomes(() => isRunning(pid), false);
    assert.notEqual(await worker(own), pid);
  });

  it('starts one process, and only one, for work that is about to arrive', async () => {
    const own = pool();
    const before = childrenOf(process.pid);
    own.warm();
    own.warm();
    const warm = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    assert.deepEqual([await worker(own)], warm);
  });

  it('passes on the engine’s error, and keeps the process', async () => {
    const own = pool();
    const pid = await worker(own);
    await assert.rejects(own.run(work('refuse'), never), {
      code: 'conversion.invalid_input',
      message: 'The file isn’t a readable image.',
    });
    assert.equal(await worker(own), pid);
  });

  for (const how of [
    'lie about a fault',
    'say nothing',
    'count negative pages',
    'count half a page',
    'report more than everything',
    'name a script',
    'answer endlessly',
  ]) {
    it(`fails one job if its worker was taken over to ${how}`, async () => {
      const own = pool();
      await assert.rejects(own.run(work(how), never), { code: 'conversion.failed' });
      assert.ok(await worker(own));
    });
  }

  for (const [how, code] of [
    ['crash', 'conversion.failed'],
    ['swell', 'conversion.limit_exceeded'],
    ['flood', 'conversion.limit_exceeded'],
  ] as const) {
    it(`fails one job with ${code} if its worker starts to ${how}`, async () => {
      const own = pool();
      const pid = await worker(own);
      await assert.rejects(own.run(work(how), never), { code });
      await becomes(() => isRunning(pid), false);
      assert.ok((await worker(own)) > 0);
    });
  }

  it('fails a job whose output turns out to be too large in the end', async () => {
    const own = pool();
    await assert.rejects(own.run(work('leave a hole'), never), {
      code: 'conversion.limit_exceeded',
      message: 'The conversion used too much disk space for its output.',
    });
    assert.ok((await worker(own)) > 0);
  });

  it('kills a worker that exceeds its time, even in an endless loop', async () => {
    const own = pool({}, 300);
    await assert.rejects(own.run(work('spin'), never), { code: 'conversion.timed_out' });
  });

  it('gives work its own time budget', async () => {
    const clock = new FakeClock();
    const own = pool({ clock, budgetOf });
    const film = { ...work('spin'), engine: 'ffmpeg', inputBytes: 2 * megabyte } as const;
    const { maxMs } = budgetOf(film);
    const run = own.run(film, never);
    const faults: unknown[] = [];
    const ended = run.catch((error: unknown) => faults.push(error));
    await clock.advance(maxMs - 1);
    assert.equal(faults.length, 0);
    await clock.advance(1);
    await ended;
    const codes = faults.map((fault) => isConversionError(fault) && fault.code);
    assert.deepEqual(codes, ['conversion.timed_out']);
  });

  it('gives each step the whole time after it is reported, up to the total limit', async () => {
    const clock = new FakeClock();
    const budget = { maxMs: 600, maxTotalMs: 1000, maxMemoryBytes: 400 * megabyte, maxOutputBytes: megabyte };
    const scan = work('reportWhenReleased');
    const reported = Promise.withResolvers<number>();
    const faults: unknown[] = [];
    const ended = pool({ clock, budgetOf: () => budget })
      .run(scan, never, reported.resolve)
      .catch((error: unknown) => faults.push(error));
    await clock.advance(500);
    writeFileSync(`${scan.outputPath}.release`, '');
    assert.equal(await reported.promise, 0.5);
    await clock.advance(499);
    assert.equal(faults.length, 0);
    await clock.advance(1);
    await ended;
    assert.match(String(faults), /took too long/);
  });

  for (const [what, how] of [
    ['', 'spawnSwelling'],
    [', even in its own session', 'spawnSwellingSession'],
    [', even if nobody waits for it', 'spawnSwellingOrphan'],
  ] as const) {
    it(`kills a user’s program that takes too much memory${what}`, async () => {
      const swelling: EngineTask = { ...work(how), engine: 'ffmpeg', program: process.execPath };
      await assert.rejects(pool().run(swelling, never), {
        code: 'conversion.limit_exceeded',
        message: 'The conversion used too much memory.',
      });
    });
  }

  describe('with its total memory used up', () => {
    // An idle process uses about 90 MB, and may keep 250.
    const shared = {
      budgetOf: () => ({ maxMs: 600_000, maxMemoryBytes: 2000 * megabyte, maxOutputBytes: megabyte }),
      maxMemoryBytes: 800 * megabyte,
      maxRestingRssBytes: Infinity,
    };

    it('stops the conversion that grows, and leaves the other alone', async () => {
      const own = pool(shared);
      const good = work('keepUntilReleased');
      const done = own.run(good, never);
      await assert.rejects(own.run(work('swell'), never), {
        code: 'conversion.limit_exceeded',
        message: 'The running conversions used too much memory, and this one exceeded its share the most.',
      });
      writeFileSync(`${good.outputPath}.release`, '');
      assert.deepEqual(await done, {});
    });

    it('ends idle processes before any that work', async () => {
      const own = pool(shared);
      const kept = [work('keep'), work('keep')];
      await Promise.all(kept.map(async (each) => own.run(each, never)));
      const pids = kept.map(({ outputPath }) => Number(readFileSync(outputPath, 'utf8')));
      const good = work('keepUntilReleased');
      const done = own.run(good, never);
      await eventually(
        () => pids.filter(isRunning),
        (running) => running.length === 1,
      );
      writeFileSync(`${good.outputPath}.release`, '');
      assert.deepEqual(await done, {});
      assert.deepEqual(pids.filter(isRunning), [Number(readFileSync(good.outputPath, 'utf8'))]);
    });
  });

  it('logs what a worker prints, as lines of plain characters', () => {
    const { stderr, status } = spawnSync(process.execPath, [poolParent, scriptPath, 'complain'], {
      encoding: 'utf8',
    });
    assert.deepEqual([stderr, status], ['␛[2J$ (x) of its\ninput\n', 0]);
  });

  it('ends with its parent, even in an endless loop', async () => {
    const parent = spawn(process.execPath, [poolParent, scriptPath], { stdio: 'inherit' });
    const [worker = 0] = await eventually(
      () => childrenOf(parent.pid ?? 0),
      (children) => children.length === 1,
    );
    parent.kill('SIGKILL');
    try {
      await becomes(() => isRunning(worker), false);
    } finally {
      killGroup(worker);
    }
  });

  it('kills everything a worker started together with the worker', async () => {
    const own = pool();
    const spawning = work('spawn');
    const abort = new AbortController();
    const run = own.run(spawning, abort.signal);
    run.catch(() => undefined);
    const pid = Number(
      await eventually(
        () => read(spawning.outputPath),
        (text) => text !== '',
      ),
    );
    assert.ok(isRunning(pid));
    abort.abort();
    await assert.rejects(run, { name: 'AbortError' });
    await becomes(() => isRunning(pid), false);
  });
});

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
