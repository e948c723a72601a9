import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { ConversionError } from '../converters/conversionError.ts';
import type { Work, WorkResult } from '../converters/work.ts';
import { readLines } from '../../util/readLines.ts';
import { fileSize } from '../fileSize.ts';
import { folderSize } from '../folderSize.ts';
import { killGroup } from '../killGroup.ts';
import { childEnvironment } from '../launch/childEnvironment.ts';
import { printError } from '../printError.ts';
import { isProgramId, programs } from '../programs/programs.ts';
import { groupMemory } from './groupMemory.ts';
import { watchdogFd, type WorkerAnswer, workerRole } from './messages.ts';

/** What one conversion may take before its worker is killed. */
export interface WorkLimits {
  /** A program of the user's has a limit of its own. */
  readonly maxMs: number;
  readonly maxRssBytes: number;
  readonly maxOutputBytes: number;
}

/** A child process that runs one conversion after another, and dies of the first that goes wrong. */
export class PooledWorker implements Disposable {
  readonly #child: ChildProcess;
  readonly #limits: WorkLimits;
  readonly #clock: Clock;
  #fail: ((error: Error) => void) | undefined;
  #work: Work | undefined;
  #watching = false;
  #exited = false;
  #usable = true;
  #runs = 0;
  #rssBytes = 0;

  constructor(scriptPath: string, limits: WorkLimits, clock: Clock, onDidExit: () => void) {
    this.#limits = limits;
    this.#clock = clock;
    this.#child = fork(scriptPath, [workerRole], {
      execArgv: [],
      env: childEnvironment(process.env),
      // A group of its own, so that what an engine starts dies with it; Windows, where it would open a console,
      // kills by parentage.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
    if (this.#child.stderr) readLines(this.#child.stderr, printError);
    const gone = (): void => {
      if (this.#exited) return;
      this.#exited = true;
      this.#usable = false;
      // Whatever the worker had started outlives its crash.
      if (this.#child.pid !== undefined) killGroup(this.#child.pid);
      this.#fail?.(new ConversionError('conversion.failed', 'The conversion crashed.'));
      onDidExit();
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

  /** The memory that it took when its watchdog last told. */
  get rssBytes(): number {
    return this.#rssBytes;
  }

  /**
   * Runs a conversion alone; the worker does not survive a limit, a crash or an abort.
   * @throws ConversionError, or an `AbortError`
   */
  async run(work: Work, signal: AbortSignal): Promise<WorkResult> {
    signal.throwIfAborted();
    const store = new DisposableStore();
    this.#runs += 1;
    this.#work = work;
    try {
      return await new Promise<WorkResult>((resolve, reject) => {
        const die = (error: Error): void => {
          reject(error);
          this.dispose();
        };
        this.#fail = die;
        const answered = ({ fault, result = {} }: WorkerAnswer): void =>
          fault ? reject(new ConversionError(fault.code, fault.detail)) : resolve(result);
        const aborted = (): void => die(new DOMException('The conversion was aborted.', 'AbortError'));
        this.#child.once('message', answered);
        signal.addEventListener('abort', aborted, { once: true });
        store.add({ dispose: () => this.#child.off('message', answered) });
        store.add({ dispose: () => signal.removeEventListener('abort', aborted) });
        store.add(
          this.#clock.schedule(this.#maxMsOf(work), () =>
            die(new ConversionError('conversion.timed_out', 'The conversion took too long.')),
          ),
        );
        this.#child.send({ work }, (error) => {
          if (error) die(new ConversionError('conversion.failed', 'The conversion could not be started.'));
        });
      });
    } finally {
      store.dispose();
      this.#fail = undefined;
      this.#work = undefined;
    }
  }

  dispose(): void {
    this.#usable = false;
    if (!this.#exited && this.#child.pid !== undefined) killGroup(this.#child.pid);
  }

  #watch(beats: string): void {
    this.#rssBytes = Math.max(...beats.split('\n').map(Number));
    if (this.#rssBytes > this.#limits.maxRssBytes) this.#fail?.(tooMuch('memory'));
    void this.#watchWork();
  }

  /** Looks at what the work has written, and at what the program that does it, if one does, leaves beside and holds. */
  async #watchWork(): Promise<void> {
    const work = this.#work;
    if (work === undefined || this.#watching) return;
    this.#watching = true;
    const hasProgram = work.program !== undefined;
    const writtenBytes = await (hasProgram
      ? folderSize(path.dirname(work.outputPath))
      : fileSize(work.outputPath));
    const memoryBytes = hasProgram ? await groupMemory(this.#child.pid ?? 0) : 0;
    this.#watching = false;
    if (work !== this.#work) return;
    if (writtenBytes > this.#limits.maxOutputBytes) this.#fail?.(tooMuch('space for its output'));
    if (memoryBytes > this.#limits.maxRssBytes) this.#fail?.(tooMuch('memory'));
  }

  #maxMsOf({ engine }: Work): number {
    return isProgramId(engine) ? programs[engine].maxMs : this.#limits.maxMs;
  }
}

function tooMuch(of: string): ConversionError {
  return new ConversionError('conversion.limit_exceeded', `The conversion took too much ${of}.`);
}
