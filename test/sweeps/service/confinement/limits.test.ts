import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { limitExceeded } from '../../../../src/contract/faultSentences.ts';
import type { EngineTask } from '../../../../src/engines/api/task.ts';
import { runProgram } from '../../../../src/engines/programs/run.ts';
import type { WorkerPool } from '../../../../src/service/worker/pool.ts';
import { eventually } from '../../../support/eventually.ts';
import { isAllowed, linuxMechanisms, makeJob, users } from '../../../support/service/sandboxes.ts';
import { fakeProgram } from '../../../support/service/fakeProgram.ts';
import { commandOf, processesAt } from '../../../support/service/processes.ts';
import { poolAs, programWork } from '../../../support/service/programJobs.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const megabyte = 1024 * 1024;
const never = new AbortController().signal;

interface Excess {
  readonly what: string;
  /** Absent if root sees more, or one sandbox shows more, so that another limit applies. */
  readonly limit?: keyof typeof limitExceeded;
  /** What the program does, in Python. */
  readonly code: string;
}

/** What a limit must end. */
const excesses: readonly Excess[] = [
  { what: 'memory', limit: 'conversion.memory', code: 'hold(b"1" * (500 << 20))' },
  {
    what: 'memory after its first thread has ended',
    limit: 'conversion.memory',
    code: 'inThread(lambda: hold(b"1" * (500 << 20)))',
  },
  { what: 'files in memory', limit: 'conversion.memory', code: 'fill(); wait()' },
  {
    what: 'files in memory after its first thread has ended',
    limit: 'conversion.memory',
    code: 'inThread(lambda: (fill(), wait()))',
  },
  {
    what: 'shared memory that it no longer maps as its own',
    limit: 'conversion.memory',
    code: 'memory = shared(); memory.madvise(mmap.MADV_DONTNEED); wait()',
  },
  {
    what: 'shared memory that an ended process wrote',
    limit: 'conversion.memory',
    code: `
memory = mmap.mmap(-1, 500 << 20)
if os.fork() == 0:
    memory.write(b"1" * len(memory))
    os._exit(0)
os.wait()
wait()`,
  },
  {
    what: 'files in memory that it hides',
    code: `
fill()
shutil.copy("/bin/sleep", "sleep")
os.chmod("sleep", 0o111)
os.execv("./sleep", ["sleep", "600"])`,
  },
  {
    what: 'threads',
    limit: 'conversion.processes',
    code: `
threading.stack_size(1 << 16)
for _ in range(3000): threading.Thread(target=wait).start()`,
  },
  {
    what: 'processes',
    code: `
while True:
    try:
        if os.fork() == 0: wait()
    except OSError: wait()`,
  },
  { what: 'space', limit: 'conversion.output', code: 'write(out); write(out + "2"); wait()' },
  {
    what: 'space for temporary files',
    limit: 'conversion.output',
    code: 'write("/tmp/a"); write("/tmp/b"); wait()',
  },
  {
    what: 'space for deleted files',
    limit: 'conversion.output',
    code: 'files = [deleted(name) for name in "ab"]; wait()',
  },
  {
    what: 'space for deleted files that are only mapped',
    limit: 'conversion.output',
    code: `
files = [deleted(name) for name in "ab"]
maps = [mmap.mmap(file.fileno(), 0) for file in files]
for file in files: file.close()
wait()`,
  },
  {
    what: 'files',
    limit: 'conversion.files',
    code: '[open(str(name), "w").close() for name in range(20000)]; wait()',
  },
  {
    what: 'folders that it closed',
    code: 'os.mkdir("a"); write("a/b"); write("a/c"); os.chmod("a", 0); wait()',
  },
  {
    what: 'folders deeper than a path can express',
    limit: 'conversion.unmeasured',
    code: `
for _ in range(40):
    os.mkdir("x" * 200)
    os.chdir("x" * 200)
wait()`,
  },
];

/** Output that exceeds the limit on each file at once. */
const largeFiles: Readonly<Record<string, string>> = {
  'a large file': 'write(out, 20)',
  'a large file with holes': 'os.truncate(os.open(out, os.O_CREAT | os.O_WRONLY), 20 << 20)',
};

const preamble = `
import ctypes, mmap, os, shutil, signal, sys, threading, time
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
out = sys.argv[1]
def wait():
    time.sleep(600)
def hold(memory):
    wait()
def fill():
    for name in range(60): os.write(os.memfd_create(str(name), 0), b"1" * (8 << 20))
def shared():
    memory = mmap.mmap(-1, 500 << 20)
    memory.write(b"1" * len(memory))
    return memory
def write(name, megabytes=8):
    with open(name, "wb") as file: file.write(b"1" * (megabytes << 20))
def deleted(name):
    write(name)
    file = open(name, "rb+")
    os.unlink(name)
    return file
def inThread(act):
    threading.Thread(target=act).start()
    ctypes.CDLL(None).pthread_exit(None)
`;

for (const mechanism of linuxMechanisms) {
  for (const user of users) {
    describe(`The limits of a job with a program in the ${mechanism} sandbox, run by ${user.name}`, () => {
      const folder = useTemporaryFolder();
      let pool: WorkerPool;

      before(function () {
        if (!isAllowed(mechanism, user)) this.skip();
      });
      beforeEach(() => {
        pool = poolAs(user, {
          maxMs: 600_000,
          maxMemoryBytes: 400 * megabyte,
          maxOutputBytes: 10 * megabyte,
        });
      });
      afterEach(() => pool.dispose());

      /** A job for FFmpeg, which is replaced by this script. */
      async function workOf(script: string): Promise<EngineTask> {
        const job = makeJob(folder.path, user);
        const program = fakeProgram(folder.path, script);
        return programWork(mechanism, job, { engine: 'ffmpeg', program, from: 'wav', to: 'wma' });
      }
      async function workInPython(code: string): Promise<EngineTask> {
        const work = await workOf('exec /usr/bin/python3 ../attack.py "$out"');
        writeFileSync(path.join(path.dirname(work.outputPath), 'attack.py'), preamble + code);
        return work;
      }
      const allGone = async (): Promise<unknown> =>
        eventually(
          () => processesAt(folder.path),
          (left) => left.length === 0,
        );

      it('end a program and its children at the time limit of one of its steps', async function () {
        if (user.ids !== undefined) this.skip();
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

      for (const { what, limit, code } of excesses) {
        it(`apply to its ${what}`, async () => {
          const run = pool.run(await workInPython(code), never);
          await assert.rejects(run, {
            code: 'conversion.limit_exceeded',
            ...(limit && { message: limitExceeded[limit] }),
          });
          await allGone();
        });
      }

      for (const [what, code] of Object.entries(largeFiles)) {
        it(`end a program that writes ${what}`, async () => {
          const run = pool.run(await workInPython(code), never);
          await assert.rejects(run, { message: limitExceeded['conversion.output'] });
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
}
