import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { toolEnv } from '../command.ts';
import { brokenResults, type Results } from '../results.ts';
import { cpuMsOf } from '../service/processes.ts';
import type { FileRequest } from './mochaWorker.ts';

/** The result of a file, and its output unless that went to the terminal. */
interface FileOutcome {
  readonly results: Results;
  readonly output: string;
  /** The processor time that the file and the processes it started have used. */
  readonly cpuMs: number;
}

/**
 * Processes that run files of one level with Mocha. A process is reused for the next file, so modules are loaded once,
 * and shared resources such as a VS Code server can stay.
 */
export class Workers {
  readonly #env: Readonly<Record<string, string>>;
  readonly #isLive: boolean;
  readonly #idle: ChildProcess[] = [];

  /** @param isLive whether output goes straight to the terminal */
  constructor(env: Readonly<Record<string, string>>, isLive: boolean) {
    this.#env = env;
    this.#isLive = isLive;
  }

  /** Runs a file for at most `limitMs`. If the worker dies or hangs, the file fails. */
  async run(request: FileRequest, limitMs: number): Promise<FileOutcome> {
    const worker = this.#takeIdle() ?? this.#start();
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer): void => void chunks.push(chunk);
    for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', take);
    const usedMs = cpuMsOf(worker.pid ?? 0);
    const results = await answerOf(worker, request, limitMs);
    const cpuMs = Math.max(0, cpuMsOf(worker.pid ?? 0) - usedMs);
    for (const stream of [worker.stdout, worker.stderr]) stream?.off('data', take);
    const output = Buffer.concat(chunks).toString();
    if (worker.connected) {
      this.#idle.push(worker);
      return { results, output, cpuMs };
    }
    return { results, output: [output, ...results.failed.map(({ error }) => error)].join('\n'), cpuMs };
  }

  /** Ends the idle workers. Others end if their file doesn't finish. */
  async end(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(end));
  }

  /** An idle worker, unless it has ended because of its last file. */
  #takeIdle(): ChildProcess | undefined {
    const alive = this.#idle.splice(0).filter(({ connected }) => connected);
    const worker = alive.pop();
    this.#idle.push(...alive);
    return worker;
  }

  #start(): ChildProcess {
    const said = this.#isLive ? 'inherit' : 'pipe';
    return fork(path.join(import.meta.dirname, 'mochaWorker.ts'), {
      env: { ...toolEnv(), ...this.#env },
      stdio: ['ignore', said, said, 'ipc'],
      serialization: 'advanced',
    });
  }
}

async function answerOf(worker: ChildProcess, request: FileRequest, limitMs: number): Promise<Results> {
  const answered = Promise.withResolvers<Results>();
  const fail = (error: string): void => answered.resolve(brokenResults('The file', error));
  const onExit = (code: number | null, signal: string | null): void =>
    fail(`Its process exited before its tests finished: ${signal ?? `exit code ${code}`}.`);
  worker.once('message', answered.resolve);
  worker.once('exit', onExit);
  const limit = setTimeout(() => {
    worker.kill('SIGKILL');
    fail(`It didn’t finish within ${Math.round(limitMs / 60_000)} minutes.`);
  }, limitMs);
  worker.send(request);
  const results = await answered.promise;
  clearTimeout(limit);
  worker.off('message', answered.resolve);
  worker.off('exit', onExit);
  return results;
}

async function end(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, 'exit');
  worker.disconnect();
  await exited;
}
