import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { toolEnv } from '../command.ts';
import { root } from '../paths.ts';
import { brokenResults, noResults, parseClosingLines, type Results } from '../results.ts';
import { type LevelName, levels } from './levels.ts';
import { prepareLevel, type Preparation } from './prepare.ts';
import { measureSlowness, scaled, slownessVariable } from './slowness.ts';
import type { Task } from './tasks.ts';

/** The result of a task. */
export interface SessionOutcome {
  readonly task: Task;
  readonly results: Results;
  readonly tookMs: number;
}

interface Ran {
  readonly results: Results;
  readonly output: string;
}

/** A task that takes longer hangs. */
const limitMs = 20 * 60_000;
const leftoverMs = 2000;

/** Runs tasks with at most as much total weight as there are cores, and prints each when it has ended. */
export class TestSession {
  readonly #preparations = new Map<LevelName, Promise<Preparation>>();
  readonly #isLive: boolean;

  /** @param isLive whether tasks print to the terminal while they run, one after the other */
  constructor(isLive: boolean) {
    this.#isLive = isLive;
  }

  /** Runs the tasks in order, as many at once as fit onto the cores by weight. A heavier one runs alone. */
  async run(
    tasks: readonly Task[],
    cores = this.#isLive ? 1 : availableParallelism(),
  ): Promise<SessionOutcome[]> {
    // Otherwise, the first task of each level would wait for this.
    for (const { level } of tasks) this.#prepare(level).catch(() => {});
    const outcomes: SessionOutcome[] = [];
    const running = new Set<Promise<void>>();
    let load = 0;
    const fits = (weight: number): boolean => load + weight <= cores;
    const runOne = async (task: Task, weight: number): Promise<void> => {
      outcomes.push(await this.#run(task));
      load -= weight;
    };
    for (const task of tasks) {
      const weight = Math.min(task.weight, cores);
      while (running.size > 0 && !fits(weight)) await Promise.race(running);
      load += weight;
      const ended = runOne(task, weight).finally(() => running.delete(ended));
      running.add(ended);
    }
    await Promise.all(running);
    return outcomes;
  }

  /** Ends all resources that were started for the levels. */
  async end(): Promise<void> {
    for (const preparation of this.#preparations.values()) {
      const prepared = await preparation.catch(() => undefined);
      await prepared?.dispose();
    }
  }

  async #run(task: Task): Promise<SessionOutcome> {
    let startedAt = performance.now();
    const run = async (): Promise<Ran> => {
      const { env } = await this.#prepare(task.level);
      // The time that a preparation takes isn't the task's.
      startedAt = performance.now();
      return runCommand(task, env, this.#isLive);
    };
    const { results, output } = await run().catch((error: unknown): Ran => ({
      results: brokenResults(task.name, String(error)),
      output: inspect(error),
    }));
    const outcome = { task, results, tookMs: performance.now() - startedAt };
    print(outcome, this.#isLive ? '' : output);
    return outcome;
  }

  #prepare(level: LevelName): Promise<Preparation> {
    const preparation = this.#preparations.get(level) ?? prepareLevel(level);
    this.#preparations.set(level, preparation);
    return preparation;
  }
}

async function runCommand(task: Task, env: Preparation['env'], isLive: boolean): Promise<Ran> {
  // A machine that others use, too, can become slower during a run. Unit tests have nothing to wait for.
  if (levels[task.level].startsProcesses) process.env[slownessVariable] = String(measureSlowness());
  const [program, ...args] = task.command();
  const child = spawn(program, args, {
    cwd: root,
    // The compiler and the linter are written in Go. Collecting garbage less often saves a fifth of their time.
    env: { ...toolEnv(), ...env, GOGC: '400' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: scaled(limitMs),
    killSignal: 'SIGKILL',
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isLive) process.stdout.write(text);
    });
  }
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  // A process that a test left behind may keep the output open.
  await Promise.race([closed, delay(leftoverMs, undefined, { ref: false })]);
  const end = signal === 'SIGKILL' ? 'was killed, perhaps because it hung' : `ended with ${signal ?? code}`;
  const results = resultsOf(task, code === 0, output) ?? brokenResults(task.name, `The process ${end}.`);
  return { results, output };
}

/** The results that a command has printed. The linter and the compiler, which count nothing, are one test each. */
function resultsOf({ level }: Task, isGreen: boolean, output: string): Results | undefined {
  if (level === 'check') return isGreen ? { ...noResults, passes: 1 } : undefined;
  const results = parseClosingLines(output);
  return results !== undefined && isGreen === (results.failures === 0) ? results : undefined;
}

function print({ task, results, tookMs }: SessionOutcome, output: string): void {
  const isFailed = results.failures > 0;
  const seconds = (tookMs / 1000).toFixed(1).padStart(7);
  const passed = `${String(results.passes).padStart(4)} passed`;
  console.log(`${isFailed ? '✖' : '✔'}${seconds} s ${passed}  ${task.name}`);
  if (isFailed) console.log(`${output.trimEnd()}\n  Run it again: ${task.rerun}\n`);
}
