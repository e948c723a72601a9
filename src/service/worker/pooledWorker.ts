import { type ChildProcess, spawn } from 'node:child_process';
import { lstat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fault, readFault } from '../../contract/fault.ts';
import { ConversionError } from '../../engines/api/conversionError.ts';
import type { EngineTask, ProgressListener, EngineResult } from '../../engines/api/task.ts';
import { changeOwner } from '../../engines/programs/confinement/sandbox.ts';
import type { EngineId } from '../../engines/index.ts';
import {
  childEnvironment,
  inLargePages,
  killGroup,
  type Launch,
  launchCommand,
} from '../../util/childProcess.ts';
import { type Clock, secondMs } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { sizeOf } from '../../util/folders.ts';
import { internalFault } from '../faults.ts';
import { readLines } from '../../util/text.ts';
import { workerRole } from '../roles.ts';
import type { Budget } from './budget.ts';
import { answerFd, beat, type Beat, workerAnswer, type WorkerRequest } from './workerMessages.ts';
import { maxEntries, maxThreads, watchdogFd } from './watchdog.ts';

/** The options with which a pool starts its workers. */
export interface WorkerStart {
  readonly scriptPath: string;
  readonly clock: Clock;
  /** A launcher for the process. Without it, the worker has this process's access. */
  readonly launch?: Launch | undefined;
}

/** The events that a worker reports to its pool. */
interface WorkerEvents {
  readonly onDidExit: () => void;
  /** Called when the worker's memory has been measured. */
  readonly onDidMeasure: () => void;
  /** Called when the worker, or an engine's library, wrote a line to standard error. */
  readonly onDidPrint: (line: string) => void;
}

/**
 * Keeps glibc from creating a heap per thread, which would leave 500 MB in use after photos instead of 120 MB. With it,
 * sharp also lets libvips use several processors for one picture (its `concurrency`).
 */
const inOneArena = { MALLOC_ARENA_MAX: '1' };

/**
 * A program's job ends if less disk space than this is left, or half of what was left when it began. This limits what
 * can't be measured, and programs that write faster than they are measured.
 */
const minFreeBytes = 1024 ** 3;

/** The number of incomplete measurements in a row that end a program's job. */
const maxIncomplete = 8;

/** The time after which a program's job ends if its watchdog has reported nothing twice in a row. */
const maxSilenceMs = 20 * secondMs;

/** The current conversion of a worker. */
interface WorkerJob {
  readonly work: EngineTask;
  readonly budget: Budget;
  /** The number of measurements in a row that were incomplete. */
  incomplete: number;
  /** The number of times that the watchdog was silent, in a row. */
  silences: number;
  minFreeBytes?: number;
}

/** A child process that runs one conversion after another. It ends when one fails. */
export class PooledWorker implements Disposable {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #events: WorkerEvents;
  readonly #user: number | undefined;
  #onAnswer: ((line: string) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;
  #job: WorkerJob | undefined;
  #exited = false;
  #usable = true;
  #runs = 0;
  #rssBytes = 0;
  /** Memory of the process and its child processes. */
  #treeBytes = 0;

  /** @param preloaded the engine to load immediately, before the first conversion arrives */
  constructor({ scriptPath, clock, launch }: WorkerStart, events: WorkerEvents, preloaded?: EngineId) {
    this.#clock = clock;
    this.#events = events;
    this.#user = launch?.user;
    const own = [scriptPath, workerRole, ...(preloaded === undefined ? [] : [preloaded])];
    const { program, args } = launchCommand(launch, process.execPath, own);
    this.#child = spawn(program, args, {
      env: { ...childEnvironment(process.env), ...inLargePages, ...inOneArena },
      // The worker leads its own process group, so that killing the group also ends the engine's child processes. On
      // Windows, that would open a console, so descendants are killed instead.
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    if (this.#child.stderr) readLines(this.#child.stderr, events.onDidPrint);
    const answers = this.#child.stdio[answerFd];
    if (answers instanceof Readable) readLines(answers, (line) => this.#onAnswer?.(line));
    for (const pipe of [this.#child.stdin, answers]) pipe?.on('error', () => undefined);
    const gone = (): void => {
      if (this.#exited) return;
      this.#exited = true;
      this.#usable = false;
      // Kills the worker's child processes, which would outlive its crash.
      if (this.#child.pid !== undefined) killGroup(this.#child.pid);
      this.#fail?.(new ConversionError(fault('conversion.crashed')));
      events.onDidExit();
    };
    this.#child.once('exit', gone).on('error', gone);
    const beats = this.#child.stdio[watchdogFd];
    if (beats instanceof Readable) readLines(beats, (line) => this.#watch(line));
    beats?.on('error', () => undefined);
  }

  /** `false` as soon as the worker is killed, because the exit event comes later. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Number of conversions that the worker has received. */
  get runs(): number {
    return this.#runs;
  }

  /** The worker's own memory, as last reported by its watchdog or at the end of a conversion. */
  get rssBytes(): number {
    return this.#rssBytes;
  }

  /** Memory of the worker and its child processes. */
  get memoryBytes(): number {
    return Math.max(this.#rssBytes, this.#treeBytes);
  }

  /** The memory limit of the current conversion; 0 if the worker is idle. */
  get claimBytes(): number {
    return this.#job?.budget.maxMemoryBytes ?? 0;
  }

  /**
   * Runs one conversion. The worker ends if it exceeds its budget, crashes, or is aborted.
   * @throws ConversionError, or an `AbortError`
   */
  async run(
    task: EngineTask,
    budget: Budget,
    signal: AbortSignal,
    onProgress?: ProgressListener,
  ): Promise<EngineResult> {
    signal.throwIfAborted();
    if (this.#user !== undefined) await changeOwner(this.#user, path.dirname(task.outputPath));
    const store = new DisposableStore();
    this.#runs += 1;
    this.#job = { work: task, budget, incomplete: 0, silences: 0 };
    try {
      const result = await new Promise<EngineResult>((resolve, reject) => {
        const die = (error: Error): void => {
          reject(error);
          this.dispose();
        };
        this.#fail = die;
        const tooLong = (): void => die(new ConversionError(fault('conversion.time')));
        const { maxMs, maxTotalMs } = budget;
        let step = this.#clock.schedule(maxMs, tooLong);
        store.add({ dispose: () => step.dispose() });
        if (maxTotalMs !== undefined) store.add(this.#clock.schedule(maxTotalMs, tooLong));
        if (task.program !== undefined) this.#expectBeats(store);
        // A malicious file may have compromised the worker, so its answer is untrusted.
        this.#onAnswer = (line) => {
          const { data } = workerAnswer.safeParse(parsed(line));
          if (data?.progress !== undefined) {
            if (maxTotalMs !== undefined) {
              step.dispose();
              step = this.#clock.schedule(maxMs, tooLong);
            }
            onProgress?.(data.progress);
            return;
          }
          this.#onAnswer = undefined;
          if (data === undefined) {
            die(new ConversionError(internalFault));
            return;
          }
          this.#measured(Number(data.rssBytes));
          if (data.fault) reject(new ConversionError(readFault(data.fault) ?? internalFault));
          else resolve(data.result ?? {});
        };
        const aborted = (): void => die(new DOMException('The conversion was aborted.', 'AbortError'));
        signal.addEventListener('abort', aborted, { once: true });
        store.add({ dispose: () => signal.removeEventListener('abort', aborted) });
        const request: WorkerRequest = { task: { ...task, maxFileBytes: budget.maxOutputBytes } };
        this.#child.stdin?.write(`${JSON.stringify(request)}\n`, (error) => {
          if (error) die(new ConversionError(fault('conversion.unstarted')));
        });
      });
      await checkSize(task.outputPath, budget);
      return result;
    } finally {
      store.dispose();
      this.#onAnswer = undefined;
      this.#fail = undefined;
      this.#job = undefined;
      this.#treeBytes = 0;
    }
  }

  /** Ends the worker. Its current conversion, if any, fails with this error. */
  end(error: ConversionError): void {
    this.#fail?.(error);
  }

  dispose(): void {
    this.#usable = false;
    if (!this.#exited && this.#child.pid !== undefined) killGroup(this.#child.pid);
  }

  #watch(line: string): void {
    const { data } = beat.safeParse(parsed(line));
    if (data === undefined) return;
    this.#measured(data.rssBytes);
    // The report may be about the previous conversion.
    if (this.#job !== undefined && data.outputPath === this.#job.work.outputPath)
      this.#check(this.#job, data);
    this.#checkMemory();
  }

  #measured(rssBytes: number): void {
    if (Number.isFinite(rssBytes)) this.#rssBytes = rssBytes;
  }

  #check(job: WorkerJob, { writtenBytes = 0, program }: Beat): void {
    if (writtenBytes > job.budget.maxOutputBytes) this.#exceed('conversion.output');
    if (program === undefined) return;
    job.silences = 0;
    job.incomplete = program.isComplete ? 0 : job.incomplete + 1;
    if (job.incomplete >= maxIncomplete) this.#exceed('conversion.unmeasured');
    if (program.entries > maxEntries) this.#exceed('conversion.files');
    if (program.threads > maxThreads) this.#exceed('conversion.processes');
    this.#treeBytes = program.memoryBytes;
    void this.#checkDisk(job);
  }

  async #checkDisk(job: WorkerJob): Promise<void> {
    const disk = await statfs(path.dirname(job.work.outputPath)).catch(() => undefined);
    // Some network file systems report a size of 0, which isn't evidence of a full disk.
    if (disk === undefined || disk.blocks === 0 || job !== this.#job) return;
    const freeBytes = disk.bavail * disk.bsize;
    job.minFreeBytes ??= Math.min(minFreeBytes, freeBytes / 2);
    if (freeBytes < job.minFreeBytes) this.#exceed('conversion.disk');
  }

  /** Ends the current conversion if its program isn't measured any longer. */
  #expectBeats(store: DisposableStore): void {
    const silent = (): void => {
      const job = this.#job;
      if (job === undefined) return;
      job.silences += 1;
      // The first time, the whole computer may have been asleep.
      if (job.silences > 1) this.#exceed('conversion.unmeasured');
      else this.#expectBeats(store);
    };
    store.add(this.#clock.schedule(maxSilenceMs, silent));
  }

  #checkMemory(): void {
    if (this.#job !== undefined && this.memoryBytes > this.claimBytes) this.#exceed('conversion.memory');
    else this.#events.onDidMeasure();
  }

  #exceed(limit: LimitId): void {
    this.#fail?.(new ConversionError(fault(limit)));
  }
}

/** The limits of a conversion that its worker enforces. */
type LimitId =
  | 'conversion.disk'
  | 'conversion.files'
  | 'conversion.memory'
  | 'conversion.output'
  | 'conversion.processes'
  | 'conversion.unmeasured';

/**
 * Checks the final output, which may have grown since it was measured.
 * @throws ConversionError
 */
async function checkSize(outputPath: string, { maxOutputBytes }: Budget): Promise<void> {
  const facts = await lstat(outputPath).catch(() => undefined);
  if (facts?.isFile() && sizeOf(facts) > maxOutputBytes)
    throw new ConversionError(fault('conversion.output'));
}

/** The JSON value in a line; `undefined` if the line isn't JSON, or is a part of a longer line. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
