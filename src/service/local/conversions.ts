import { constants } from 'node:fs';
import { chown, copyFile, lstat, mkdtemp, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EngineTask, EngineResult } from '../../engines/api/task.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import { assignTask } from '../assignment.ts';
import type { RequestOf, ResultOf } from '../localProtocol.ts';
import { localLimits } from '../plans.ts';
import { outputFileName, removeJobFolder } from '../server/jobs/jobOutput.ts';
import { JobQueue } from '../server/jobs/queue.ts';
import { type Runner, runTask } from '../worker/runner.ts';

interface ConversionsOptions {
  readonly runner: Runner;
  /** Runs work that the user waits for in an editor. */
  readonly urgentRunner: Runner;
  readonly programs: ProgramFinder;
  /** Maximum number of parallel jobs. */
  readonly maxParallelJobs: number;
  /** The folder for the private folders of programs. */
  readonly folder: string;
}

/** Converts, compresses, and combines files of this computer where they are. Jobs run in order. */
export class Conversions {
  readonly #options: ConversionsOptions;
  readonly #queue: JobQueue<() => Promise<void>>;

  constructor(options: ConversionsOptions) {
    this.#options = options;
    const { maxParallelJobs } = options;
    const limits = { ...localLimits, maxParallelJobs, poolSlots: maxParallelJobs };
    this.#queue = new JobQueue(limits, (run) => run());
  }

  /** Changes the maximum number of parallel jobs. */
  setMaxParallel(count: number): void {
    this.#queue.setMaxParallel(count);
  }

  /**
   * Writes a request's result. Calls `report` when its turn has come, and with each share of the work that is done.
   * @throws ConversionError, ServiceError as `assignTask` does or `queue.pool_saturated`, or the signal's reason
   */
  async convert(
    { tool, files, to, options, outputPath, mayRunPrograms, isUrgent }: RequestOf<'convert'>,
    signal: AbortSignal,
    report: (share?: number) => void,
  ): Promise<ResultOf<'convert'>> {
    const { runner, urgentRunner, programs, folder } = this.#options;
    const [named, targetFormat] = tool === 'compress' ? [to, undefined] : [undefined, to];
    const finder: ProgramFinder = mayRunPrograms ? programs : async () => new Map();
    const { task, losses } = await assignTask({ tool, files, named, targetFormat, options }, finder);
    const sizes = await Promise.all(files.map(async (file) => (await stat(file.path)).size));
    const inputBytes = sizes.reduce((sum, size) => sum + size, 0);
    const whole: EngineTask = { ...task, tool, inputBytes, outputPath };
    const run = async (by: Runner): Promise<EngineResult> => {
      report();
      return runTask(programsApart(by, folder), whole, signal, report);
    };
    const { extension = whole.to } = isUrgent
      ? await run(urgentRunner)
      : await this.#inTurn(signal, async () => run(runner));
    return { fileName: outputFileName(tool, whole.fileName, extension), losses };
  }

  /** Runs a job when its turn has come. */
  async #inTurn<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const job = async (): Promise<void> => run().then(resolve, reject);
    const onAbort = (): void => {
      if (this.#queue.remove(job)) reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#queue.add(job);
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }
}

/**
 * Runs programs in a private folder below the given one, on a copy of their input. There they see no name of the
 * user's, paths are short, and whatever they leave is deleted.
 */
function programsApart(runner: Runner, parent: string): Runner {
  const runApart: Runner['run'] = async (task, signal, onProgress) => {
    const folder = await mkdtemp(path.join(parent, 'program-'));
    const [inputPath, outputPath] = [path.join(folder, 'input'), path.join(folder, 'output')];
    try {
      // Where the file system can, both files share their blocks.
      await copyFile(task.inputPath, inputPath, constants.COPYFILE_FICLONE);
      const result = await runner.run({ ...task, inputPath, outputPath }, signal, onProgress);
      await moveOut(outputPath, task.outputPath);
      return result;
    } finally {
      await removeJobFolder({ folder });
    }
  };
  return {
    run: (task: EngineTask, signal, onProgress) =>
      task.program === undefined ? runner.run(task, signal, onProgress) : runApart(task, signal, onProgress),
  };
}

/** Moves a program's output, which becomes this user's. A file with several names may be another one, so it is copied. */
async function moveOut(from: string, to: string): Promise<void> {
  const { nlink, uid, gid } = await lstat(from);
  const isMoved =
    nlink === 1 &&
    (await rename(from, to).then(
      () => true,
      () => false,
    ));
  if (!isMoved) await copyFile(from, to);
  const own = process.getuid?.();
  if (isMoved && own !== undefined && own !== uid) await chown(to, own, process.getgid?.() ?? gid);
}
