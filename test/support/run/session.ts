import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toolEnv } from '../command.ts';
import { root } from '../paths.ts';
import { brokenResults, errorText, parseClosingLine, type Results } from '../results.ts';
import { cpuMsOf } from '../service/processes.ts';
import { type LevelName, levels } from './levels.ts';
import type { FileRequest } from './mochaWorker.ts';
import { prepareLevel, type Preparation } from './prepare.ts';
import { measureSlowness, scaled, slowness, slownessVariable } from './slowness.ts';
import type { Task } from './tasks.ts';

/** The result of a task. */
export interface SessionOutcome {
  readonly task: Task;
  readonly results: Results;
  readonly tookMs: number;
  /** The processor time that a file and the processes it started have used (Linux). */
  readonly cpuMs?: number | undefined;
}

type Ran = Pick<SessionOutcome, 'results' | 'cpuMs'> & { readonly output: string };

/** A file that takes longer hangs. Files should take less than a third of this. */
const fileLimitMs = 10 * 60_000;
const maxOutputBytes = 256 * 1024 * 1024;

/** Runs tasks with at most as much total weight as there are cores, and prints each when it has ended. */
export class TestSession {
  readonly #grep: string | undefined;
  readonly #isLive: boolean;
  readonly #preparations = new Map<LevelName, Promise<Preparation>>();
  /** Workers are reused for the next file of their level, so modules are loaded once. */
  readonly #idle: { readonly level: LevelName; readonly worker: ChildProcess }[] = [];

  /** @param isLive whether files print to the terminal while they run, one after the other */
  constructor({ grep, isLive }: { grep: string | undefined; isLive: boolean }) {
    this.#grep = grep;
    this.#isLive = isLive;
  }

  /** Starts to prepare the levels of these tasks. Otherwise, their first files would wait for it. */
  prepareFor(tasks: readonly Task[]): void {
    for (const { level } of tasks) if (level !== 'check') this.#prepare(level).catch(() => {});
  }

  /** Runs the tasks in order, as many at once as fit onto the cores by weight. A heavier one runs alone. */
  async run(tasks: readonly Task[]): Promise<SessionOutcome[]> {
    const outcomes: SessionOutcome[] = [];
    const running = new Set<Promise<void>>();
    const capacity = this.#isLive ? 1 : availableParallelism();
    let load = 0;
    const fits = (weight: number): boolean => load + weight <= capacity;
    const runOne = async (task: Task, weight: number): Promise<void> => {
      outcomes.push(await this.#run(task));
      load -= weight;
    };
    for (const task of tasks) {
      const weight = Math.min(task.weight, capacity);
      while (running.size > 0 && !fits(weight)) await Promise.race(running);
      load += weight;
      const ended = runOne(task, weight).finally(() => running.delete(ended));
      running.add(ended);
    }
    await Promise.all(running);
    return outcomes;
  }

  /** Runs tasks again, one after the other, in new processes. */
  async runAlone(tasks: readonly Task[]): Promise<SessionOutcome[]> {
    const outcomes: SessionOutcome[] = [];
    for (const task of tasks) {
      await this.#endWorkers();
      outcomes.push(await this.#run(task));
    }
    return outcomes;
  }

  /** Ends all workers and all resources that were started for the levels. */
  async end(): Promise<void> {
    await this.#endWorkers();
    for (const preparation of this.#preparations.values()) {
      const prepared = await preparation.catch(() => undefined);
      await prepared?.dispose();
    }
  }

  async #run(task: Task): Promise<SessionOutcome> {
    const { level, command } = task;
    // The time that a preparation takes isn't the file's. If it fails, the file reports that.
    if (level !== 'check') await this.#prepare(level).catch(() => {});
    const startedAt = performance.now();
    const running = level === 'check' || command ? runCommand(task) : this.#runFile(level, task.name);
    const { results, output, cpuMs } = await running.catch((error: unknown): Ran => {
      const text = errorText(error);
      return { results: brokenResults(task.name, text), output: text };
    });
    const outcome = { task, results, tookMs: performance.now() - startedAt, cpuMs };
    print(outcome, output);
    return outcome;
  }

  async #runFile(level: LevelName, file: string): Promise<Ran> {
    const { timeoutMs, bail = false, hooks, startsProcesses } = levels[level];
    const { env } = await this.#prepare(level);
    // A machine that others use, too, can become slower during a run. Unit tests have nothing to wait for.
    if (startsProcesses) process.env[slownessVariable] = String(measureSlowness());
    const worker = this.#takeIdle(level) ?? startWorker(env, this.#isLive);
    const options = { timeout: scaled(timeoutMs), bail, ...(this.#grep && { fgrep: this.#grep }) };
    const ran = await runInWorker(worker, { file, hooks, options, slowness: slowness() });
    if (worker.connected) this.#idle.push({ level, worker });
    return ran;
  }

  /** An idle worker of a level, unless it has ended because of its last file. */
  #takeIdle(level: LevelName): ChildProcess | undefined {
    const index = this.#idle.findIndex((each) => each.level === level && each.worker.connected);
    return index < 0 ? undefined : this.#idle.splice(index, 1)[0]?.worker;
  }

  #prepare(level: LevelName): Promise<Preparation> {
    const preparation = this.#preparations.get(level) ?? prepareLevel(level);
    this.#preparations.set(level, preparation);
    return preparation;
  }

  async #endWorkers(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ worker }) => endWorker(worker)));
  }
}

/** Starts a process that runs the files of a level with Mocha. */
function startWorker(env: Preparation['env'], isLive: boolean): ChildProcess {
  const said = isLive ? 'inherit' : 'pipe';
  return fork(path.join(import.meta.dirname, 'mochaWorker.ts'), {
    env: { ...toolEnv(), ...env },
    stdio: ['ignore', said, said, 'ipc'],
    serialization: 'advanced',
  });
}

async function endWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, 'exit');
  worker.disconnect();
  await exited;
}

/** Runs a file. If the worker dies or hangs, the file fails. */
async function runInWorker(worker: ChildProcess, request: FileRequest): Promise<Ran> {
  const chunks: Buffer[] = [];
  const take = (chunk: Buffer): void => void chunks.push(chunk);
  const broken = (error: string): Results => {
    take(Buffer.from(`\n${error}`));
    return brokenResults('The file', error);
  };
  const limitMs = scaled(fileLimitMs);
  const usedMs = cpuMsOf(worker.pid ?? 0);
  const over = new AbortController();
  const { signal } = over;
  for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', take);
  try {
    worker.send(request);
    const results = await Promise.race([
      once(worker, 'message', { signal }).then(([answer]): Results => answer),
      once(worker, 'exit', { signal }).then(([code, killer]) =>
        broken(`Its process exited before its tests finished: ${killer ?? `exit code ${code}`}.`),
      ),
      delay(limitMs, undefined, { signal }).then(() => {
        worker.kill('SIGKILL');
        return broken(`It didn’t finish within ${Math.round(limitMs / 60_000)} minutes.`);
      }),
    ]);
    const cpuMs = Math.max(0, cpuMsOf(worker.pid ?? 0) - usedMs);
    return { results, output: Buffer.concat(chunks).toString(), cpuMs };
  } finally {
    over.abort();
    for (const stream of [worker.stdout, worker.stderr]) stream?.off('data', take);
  }
}

/** Runs a command that counts its own tests. A command without such counts counts as one test. */
async function runCommand({ name, command }: Task): Promise<Ran> {
  if (command === undefined) throw new Error(`No command runs ${name}`);
  const [program, ...args] = command;
  const { output, isGreen } = await new Promise<{ output: string; isGreen: boolean }>((resolve) => {
    const options = {
      cwd: root,
      // The compiler and the linter are written in Go. Collecting garbage less often saves a fifth of their time.
      env: { ...toolEnv(), GOGC: '400' },
      maxBuffer: maxOutputBytes,
      shell: process.platform === 'win32',
    };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ output: stdout + stderr, isGreen: error === null }),
    );
  });
  const counts = output.trimEnd().split('\n').map(parseClosingLine).findLast(Boolean);
  if (counts !== undefined && isGreen === (counts.failures === 0)) {
    // A command only selects tests that it can run, so skipped tests count as failures.
    const failures = counts.failures + counts.pending;
    const failed = failures > 0 ? [{ test: args.join(' '), error: 'See its output.' }] : [];
    return { results: { passes: counts.passes, failures, pending: 0, failed }, output };
  }
  if (isGreen) return { results: { passes: 1, failures: 0, pending: 0, failed: [] }, output };
  return { results: brokenResults(command.join(' '), 'It failed: see its output.'), output };
}

function print({ task, results, tookMs, cpuMs }: SessionOutcome, output: string): void {
  const isFailed = results.failures > 0;
  const seconds = (tookMs / 1000).toFixed(1).padStart(7);
  // Helps to choose a weight for the task.
  const cores = cpuMs ? `${(cpuMs / tookMs).toFixed(1)} cores` : '';
  const passed = `${String(results.passes).padStart(4)} passed`;
  console.log(`${isFailed ? '✖' : '✔'}${seconds} s ${cores.padStart(10)} ${passed}  ${task.name}`);
  if (!isFailed) return;
  console.log(`${output.trimEnd()}\n  Run it again: ${task.rerun}\n`);
}
