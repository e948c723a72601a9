import assert from 'node:assert/strict';
import path from 'node:path';
import type { EngineWork } from '../../../../src/engines/api/work.ts';
import { runProgram } from '../../../../src/engines/programs/run.ts';
import { WorkerPool } from '../../../../src/service/worker/pool.ts';
import { systemClock } from '../../../../src/util/clock.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  confinementBy,
  isAllowed,
  linuxMechanisms,
  makeJob,
  users,
} from '../../../support/service/sandboxes.ts';
import { fakeProgram } from '../../../support/service/fakeProgram.ts';
import { commandOf, processesAt } from '../../../support/service/processes.ts';
import { bundle } from '../../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const megabyte = 1024 * 1024;
const [user = { name: 'nobody' }] = users;

const manyThreads =
  'import threading, time; threading.stack_size(1 << 16); [threading.Thread(target=time.sleep, args=(600,)).start() for _ in range(3000)]';

for (const mechanism of linuxMechanisms) {
  describe(`The limits of a job with a program in the ${mechanism} sandbox`, () => {
    const folder = useTemporaryFolder();
    let pool: WorkerPool;

    before(function () {
      if (!isAllowed(mechanism, user)) this.skip();
    });
    beforeEach(() => {
      pool = new WorkerPool({
        scriptPath: bundle,
        budgetOf: () => ({
          maxMs: 600_000,
          maxMemoryBytes: 400 * megabyte,
          maxOutputBytes: 10 * megabyte,
        }),
        maxMemoryBytes: Infinity,
        clock: systemClock,
        idleMs: 60_000,
        maxRuns: 50,
        maxRestingRssBytes: 200 * megabyte,
      });
    });
    afterEach(() => pool.dispose());

    /** A job for FFmpeg, which is replaced by this script. */
    async function workOf(script: string): Promise<EngineWork> {
      const { folder: job, input } = makeJob(folder.path, user);
      const program = fakeProgram(folder.path, script);
      return {
        tool: 'convert',
        engine: 'ffmpeg',
        program,
        confinement: await confinementBy(mechanism, program),
        from: 'wav',
        to: 'wma',
        options: {},
        inputPath: input,
        inputBytes: 0,
        fileName: 'a.wav',
        outputPath: path.join(job, 'output'),
      };
    }
    const allGone = async (): Promise<unknown> =>
      eventually(
        () => processesAt(folder.path),
        (left) => left.length === 0,
      );

    it('end a program and its children at the time limit of one of its steps', async () => {
      const limit = new AbortController();
      const work = await workOf('/bin/sleep 600 & wait');
      const run = runProgram({ work, args: [work.outputPath], limit: limit.signal });
      const failed = assert.rejects(run, {
        code: 'conversion.timed_out',
        message: 'FFmpeg took too long and was stopped.',
      });
      await eventually(
        () => processesAt(folder.path).map(commandOf),
        (names) => names.includes('sleep'),
      );
      limit.abort();
      await failed;
      assert.deepEqual(await allGone(), []);
    });

    for (const [what, script] of [
      ['memory', `/usr/bin/python3 -c 'import time; held = b"1" * (500 << 20); time.sleep(600)'`],
      [
        'files in memory',
        `/usr/bin/python3 -c 'import os, time; held = os.memfd_create("a"); [os.write(held, b"1" * (1 << 20)) for _ in range(500)]; time.sleep(600)'`,
      ],
      ['processes', `/usr/bin/python3 -c '${manyThreads}'`],
      ['space', 'head -c 20000000 /dev/zero >"$out"; sleep 600'],
      ['space for temporary files', 'head -c 20000000 /dev/zero >/tmp/scratch; sleep 600'],
    ] as const) {
      it(`apply to its ${what}`, async () => {
        const run = pool.run(await workOf(script), new AbortController().signal);
        await assert.rejects(run, { code: 'conversion.limit_exceeded' });
        await allGone();
      });
    }

    it('apply to all its processes when the job is canceled', async () => {
      const abort = new AbortController();
      const run = pool.run(await workOf('setsid sleep 600 & sleep 600'), abort.signal);
      await eventually(
        () => processesAt(folder.path).length,
        (count) => count >= 4,
      );
      abort.abort();
      await assert.rejects(run, { name: 'AbortError' });
      await allGone();
    });
  });
}
