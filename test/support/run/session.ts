import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { toolEnv } from '../command.ts';
import { root } from '../paths.ts';
import { brokenResults, errorText, noResults, parseClosingLine, type Results } from '../results.ts';
import { type LevelName, levels } from './levels.ts';
import { prepareLevel, type Preparation } from './prepare.ts';
import { runWeighted } from './schedule.ts';
import { measureSlowness, scaled, slowness, slownessVariable } from './slowness.ts';
import type { Task } from './tasks.ts';
import { Workers } from './workers.ts';

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
  readonly #workers = new Map<LevelName, Workers>();

  /** @param isLive whether files print to the terminal while they run, one after the other */
  constructor({ grep, isLive = false }: { grep?: string | undefined; isLive?: boolean } = {}) {
    this.#grep = grep;
    this.#isLive = isLive;
  }

  async run(tasks: readonly Task[]): Promise<SessionOutcome[]> {
    const outcomes: SessionOutcome[] = [];
    await runWeighted(tasks, this.#isLive ? 1 : availableParallelism(), async (task) => {
      const startedAt = performance.now();
      const { results, output, cpuMs } = await this.#runOne(task).catch((error: unknown): Ran => {
        const text = errorText(error);
        return { results: brokenResults(task.name, text), output: text };
      });
      const outcome = { task, results, tookMs: performance.now() - startedAt, cpuMs };
      outcomes.push(outcome);
      print(outcome, output);
    });
    return outcomes;
  }

  /** Retries tasks, one after the other, in new processes. */
  async runAlone(tasks: readonly Task[]): Promise<SessionOutcome[]> {
    const outcomes: SessionOutcome[] = [];
    for (const task of tasks) {
      await Promise.all([...this.#workers.values()].map((workers) => workers.end()));
      outcomes.push(...(await this.run([task])));
    }
    return outcomes;
  }

  /** Ends all workers and all resources that were started for the levels. */
  async end(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((workers) => workers.end()));
    for (const preparation of this.#preparations.values()) await (await preparation).dispose();
  }

  async #runOne(task: Task): Promise<Ran> {
    const { name: file, level, command } = task;
    if (command !== undefined) return runCommand(command);
    if (level === 'check') throw new Error(`No command runs ${file}`);
    const workers = await this.#workersOf(level);
    if (task.onlyPrepares) return { results: noResults, output: '' };
    const { timeoutMs, bail = false, hooks, retries: startsProcesses } = levels[level];
    // A machine that others use, too, can become slower during a run. Unit tests have nothing to wait for.
    if (startsProcesses) process.env[slownessVariable] = String(measureSlowness());
    const request = {
      file,
      slowness: slowness(),
      timeoutMs: scaled(timeoutMs),
      bail,
      ...(hooks !== undefined && { hooks }),
      ...(this.#grep !== undefined && { grep: this.#grep }),
    };
    return workers.run(request, scaled(fileLimitMs));
  }

  async #workersOf(level: LevelName): Promise<Workers> {
    const existing = this.#preparations.get(level);
    const preparing = existing ?? prepareLevel(level);
    this.#preparations.set(level, preparing);
    const { env } = await preparing;
    const workers = this.#workers.get(level) ?? new Workers(env, this.#isLive);
    this.#workers.set(level, workers);
    return workers;
  }
}

/** Runs a command that counts its own tests. A command without such counts counts as one test. */
async function runCommand([program, ...args]: NonNullable<Task['command']>): Promise<Ran> {
  const { output, code } = await new Promise<{ output: string; code: number }>((resolve) => {
    const options = {
      cwd: root,
      // The compiler and the linter are written in Go. Collecting garbage less often saves a fifth of their time.
      env: { ...toolEnv(), GOGC: '400' },
      maxBuffer: maxOutputBytes,
      shell: process.platform === 'win32',
    };
    execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ output: stdout + stderr, code: error ? 1 : 0 });
    });
  });
  const isGreen = code === 0;
  const counts = output.trimEnd().split('\n').map(parseClosingLine).findLast(Boolean);
  if (counts !== undefined && isGreen === (counts.failures === 0)) {
    // A command only selects tests that it can run, so skipped tests count as failures.
    const failures = counts.failures + counts.pending;
    const failed = failures > 0 ? [{ test: args.join(' '), error: 'See its output.' }] : [];
    return { results: { passes: counts.passes, failures, pending: 0, failed }, output };
  }
  if (isGreen) return { results: { passes: 1, failures: 0, pending: 0, failed: [] }, output };
  return { results: brokenResults([program, ...args].join(' '), 'It failed: see its output.'), output };
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
