import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { fault, readFault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../../engines/api/conversionError.ts';
import type { Work, WorkResult } from '../../engines/api/work.ts';
import { giveTo } from '../../engines/programs/confinement/root.ts';
import type { EngineId } from '../../engines/index.ts';
import { childEnvironment, inLargePages } from '../../util/childEnvironment.ts';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { fileSize, folderSize } from '../../util/fileSize.ts';
import { type Launch, launched } from '../../util/launch.ts';
import { killGroup } from '../../util/killGroup.ts';
import { internalFault } from '../faults.ts';
import { readLines } from '../../util/readLines.ts';
import { workerRole } from '../roles.ts';
import type { Budget } from './budget.ts';
import { watchdogFd, type WorkerAnswer } from './messages.ts';
import { treeMemory } from './treeMemory.ts';

/** How workers of a pool are started. */
export interface WorkerStart {
  readonly scriptPath: string;
  readonly clock: Clock;
  /** Absent where they may see what this process sees. */
  readonly launch?: Launch | undefined;
}

/** What a worker tells its pool. */
export interface WorkerEvents {
  readonly onDidExit: () => void;
  /** How much memory it holds is known anew. */
  readonly onDidMeasure: () => void;
  /** It, or a library of an engine, wrote a line to standard error. */
  readonly onDidPrint: (line: string) => void;
}

/**
 * Keeps glibc from a heap for each thread, of which photographs leave 500 MB behind in place of 120. Told so, sharp lets
 * libvips use more than one processor for a picture (its `concurrency`).
 */
const inOneArena = { MALLOC_ARENA_MAX: '1' };

/** A child process that runs one conversion after another, and dies of the first that goes wrong. */
export class PooledWorker implements Disposable {
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #events: WorkerEvents;
  readonly #user: number | undefined;
  #fail: ((error: Error) => void) | undefined;
  #job: { readonly work: Work; readonly budget: Budget } | undefined;
  #watching = false;
  #exited = false;
  #usable = true;
  #runs = 0;
  #rssBytes = 0;
  /** Of itself and of what it has started for its work. */
  #treeBytes = 0;

  /** @param preloaded the engine that it loads at once, before it is known what it is to do */
  constructor({ scriptPath, clock, launch }: WorkerStart, events: WorkerEvents, preloaded?: EngineId) {
    this.#clock = clock;
    this.#events = events;
    this.#user = launch?.user;
    const { program, args } = launched(launch, process.execPath, []);
    this.#child = fork(scriptPath, [workerRole, ...(preloaded === undefined ? [] : [preloaded])], {
      execPath: program,
      execArgv: [...args],
      env: { ...childEnvironment(process.env), ...inLargePages, ...inOneArena },
      // A group of its own, so that what an engine starts dies with it; Windows, where it would open a console,
      // kills by parentage.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
    if (this.#child.stderr) readLines(this.#child.stderr, events.onDidPrint);
    const gone = (): void => {
      if (this.#exited) return;
      this.#exited = true;
      this.#usable = false;
      // Whatever the worker had started outlives its crash.
      if (this.#child.pid !== undefined) killGroup(this.#child.pid);
      this.#fail?.(new ConversionError(fault('conversion.crashed')));
      events.onDidExit();
    };
    this.#child.once('exit', gone).on('error', gone);
    const beats = this.#child.stdio[watchdogFd];
    beats?.on('data', (chunk: Buffer) => this.#watch(chunk.toString('latin1')));
    beats?.on('error', () => undefined);
  }

  /** `false` from the moment at which it is killed, since its exit is heard of later. */
  get usable(): boolean {
    return this.#usable;
  }

  /** How many conversions it was given. */
  get runs(): number {
    return this.#runs;
  }

  /** The memory that it took itself when its watchdog last told, or when its last work had ended. */
  get rssBytes(): number {
    return this.#rssBytes;
  }

  /** The same with that of what it has started. */
  get memoryBytes(): number {
    return Math.max(this.#rssBytes, this.#treeBytes);
  }

  /** What its work may take of memory; 0 where it has none. */
  get claimBytes(): number {
    return this.#job?.budget.maxMemoryBytes ?? 0;
  }

  /**
   * Runs a conversion alone; the worker does not survive one that is over its budget, a crash or an abort.
   * @throws ConversionError, or an `AbortError`
   */
  async run(work: Work, budget: Budget, signal: AbortSignal): Promise<WorkResult> {
    signal.throwIfAborted();
    if (this.#user !== undefined) await giveTo(this.#user, path.dirname(work.outputPath));
    const store = new DisposableStore();
    this.#runs += 1;
    this.#job = { work, budget };
    try {
      return await new Promise<WorkResult>((resolve, reject) => {
        const die = (error: Error): void => {
          reject(error);
          this.dispose();
        };
        this.#fail = die;
        // A file may have taken the worker over, so that it says anything.
        const answered = ({ fault: found, result = {}, rssBytes }: WorkerAnswer): void => {
          this.#measured(Number(rssBytes));
          if (found) reject(new ConversionError(readFault(found) ?? internalFault));
          else resolve(result);
        };
        const aborted = (): void => die(new DOMException('The conversion was aborted.', 'AbortError'));
        this.#child.once('message', answered);
        signal.addEventListener('abort', aborted, { once: true });
        store.add({ dispose: () => this.#child.off('message', answered) });
        store.add({ dispose: () => signal.removeEventListener('abort', aborted) });
        store.add(
          this.#clock.schedule(budget.maxMs, () => die(new ConversionError(fault('conversion.time')))),
        );
        this.#child.send({ work }, (error) => {
          if (error) die(new ConversionError(fault('conversion.unstarted')));
        });
      });
    } finally {
      store.dispose();
      this.#fail = undefined;
      this.#job = undefined;
      this.#treeBytes = 0;
    }
  }

  /** Ends the work under way, if there is any, with this error, and the worker with it. */
  end(error: ConversionError): void {
    this.#fail?.(error);
  }

  dispose(): void {
    this.#usable = false;
    if (!this.#exited && this.#child.pid !== undefined) killGroup(this.#child.pid);
  }

  #watch(beats: string): void {
    this.#measured(Math.max(...beats.split('\n').map(Number)));
    this.#checkMemory();
    void this.#watchWork();
  }

  #measured(rssBytes: number): void {
    if (Number.isFinite(rssBytes)) this.#rssBytes = rssBytes;
  }

  /** Looks at what the work has written, and at what the program that does it, if one does, leaves beside and holds. */
  async #watchWork(): Promise<void> {
    const job = this.#job;
    if (job === undefined || this.#watching) return;
    this.#watching = true;
    const { outputPath, program } = job.work;
    const hasProgram = program !== undefined;
    const writtenBytes = await (hasProgram ? folderSize(path.dirname(outputPath)) : fileSize(outputPath));
    const treeBytes = hasProgram ? await treeMemory(this.#child.pid ?? 0) : 0;
    this.#watching = false;
    if (job !== this.#job) return;
    if (writtenBytes > job.budget.maxOutputBytes)
      this.#fail?.(new ConversionError(fault('conversion.output')));
    this.#treeBytes = treeBytes;
    this.#checkMemory();
  }

  #checkMemory(): void {
    if (this.#job !== undefined && this.memoryBytes > this.claimBytes)
      this.#fail?.(new ConversionError(fault('conversion.memory')));
    else this.#events.onDidMeasure();
  }
}
