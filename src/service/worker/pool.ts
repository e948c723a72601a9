import { availableParallelism } from 'node:os';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../../engines/api/conversionError.ts';
import type { EngineTask, ProgressListener, EngineResult } from '../../engines/api/task.ts';
import type { EngineId } from '../../engines/index.ts';
import type { Disposable } from '../../util/disposable.ts';
import { printError } from '../faults.ts';
import type { Budget } from './budget.ts';
import { PooledWorker, type WorkerStart } from './pooledWorker.ts';

export interface WorkerPoolOptions extends WorkerStart {
  /** Returns the limits of a conversion. */
  readonly budgetOf: (task: EngineTask) => Budget;
  /** Maximum memory of all workers and their child processes together. */
  readonly maxMemoryBytes: number;
  /** The time for which an idle worker is kept for reuse, in milliseconds. */
  readonly idleMs: number;
  /** Number of conversions after which a worker is replaced, since native libraries leak memory. */
  readonly maxRuns: number;
  /**
   * Memory of an idle worker above which it is replaced. WebAssembly never returns memory, and the next job would need
   * more.
   */
  readonly maxRestingRssBytes: number;
}

/**
 * Child processes that run conversions, kept for a while for reuse. A native crash or a decompression bomb only affects
 * one of them. The caller's queue limits how many run in parallel.
 */
export class WorkerPool implements Disposable {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<PooledWorker>();
  readonly #idle = new Map<PooledWorker, Disposable>();

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Starts a worker for work that is about to arrive, unless one is ready. It loads the image engine, which is needed
   * most often.
   */
  warm(): void {
    if (this.#idle.size === 0) this.#rest(this.#start('image'));
  }

  /**
   * Runs a conversion.
   * @throws ConversionError, or the signal's reason
   */
  async run(task: EngineTask, signal: AbortSignal, onProgress?: ProgressListener): Promise<EngineResult> {
    const worker = this.#takeIdle() ?? this.#start();
    try {
      const ownWork = { ...task, threads: this.#threads() };
      return await worker.run(ownWork, this.#budgetOf(task), signal, onProgress);
    } finally {
      if (this.#isSpent(worker)) worker.dispose();
      else if (worker.usable) this.#rest(worker);
    }
  }

  dispose(): void {
    for (const timer of this.#idle.values()) timer.dispose();
    for (const worker of this.#workers) worker.dispose();
  }

  /** The budget of a conversion, which gets no more memory than all of them together. */
  #budgetOf(task: EngineTask): Budget {
    const budget = this.#options.budgetOf(task);
    return {
      ...budget,
      maxMemoryBytes: Math.min(budget.maxMemoryBytes, this.#options.maxMemoryBytes),
    };
  }

  /** Number of threads for a conversion: the processors divided by the number of busy workers. */
  #threads(): number {
    return Math.max(1, Math.floor(availableParallelism() / (this.#workers.size - this.#idle.size)));
  }

  #start(preloaded?: EngineId): PooledWorker {
    const events = {
      onDidExit: () => this.#forget(worker),
      onDidMeasure: () => this.#checkMemory(),
      onDidPrint: printError,
    };
    const worker = new PooledWorker(this.#options, events, preloaded);
    this.#workers.add(worker);
    return worker;
  }

  #rest(worker: PooledWorker): void {
    this.#idle.set(
      worker,
      this.#options.clock.schedule(this.#options.idleMs, () => {
        this.#idle.delete(worker);
        worker.dispose();
      }),
    );
  }

  /** Takes the worker that became idle last, so that the others can reach their idle time and end. */
  #takeIdle(): PooledWorker | undefined {
    // Checked here, because a worker may report its remaining memory only after its job.
    const entry = [...this.#idle].findLast(([worker]) => !this.#isSpent(worker));
    if (entry === undefined) return undefined;
    const [worker, timer] = entry;
    timer.dispose();
    this.#idle.delete(worker);
    return worker;
  }

  #isSpent({ runs, rssBytes }: PooledWorker): boolean {
    return runs >= this.#options.maxRuns || rssBytes > this.#options.maxRestingRssBytes;
  }

  /** If the workers together use too much memory, ends idle workers, and then one conversion. */
  #checkMemory(): void {
    const { maxMemoryBytes } = this.#options;
    // The memory of killed workers is about to be released, so it doesn't count.
    const alive = [...this.#workers].filter(({ usable }) => usable);
    if (memoryHeld(alive) <= maxMemoryBytes) return;
    const busy = alive.filter((worker) => !this.#idle.has(worker));
    for (const worker of this.#idle.keys()) {
      this.#forget(worker);
      worker.dispose();
    }
    mostOverShare(busy, maxMemoryBytes)?.end(new ConversionError(fault('conversion.memoryOfAll')));
  }

  #forget(worker: PooledWorker): void {
    this.#workers.delete(worker);
    this.#idle.get(worker)?.dispose();
    this.#idle.delete(worker);
  }
}

/** A conversion whose memory others may need, too. */
interface Claimant {
  readonly memoryBytes: number;
  /** The memory that the conversion may use if there is enough. */
  readonly claimBytes: number;
}

/**
 * The conversion to stop if all of them together use more than `totalBytes`: the one that exceeds its fair share the
 * most. Shares are proportional to claims, so at least one conversion exceeds its share then, and none within its share
 * is ever chosen.
 */
export function mostOverShare<T extends Claimant>(
  claimants: readonly T[],
  totalBytes: number,
): T | undefined {
  if (memoryHeld(claimants) <= totalBytes) return undefined;
  const claims = claimants.reduce((sum, { claimBytes }) => sum + claimBytes, 0);
  const excess = ({ memoryBytes, claimBytes }: T): number => memoryBytes - (totalBytes * claimBytes) / claims;
  return claimants.reduce((furthest, each) => (excess(each) > excess(furthest) ? each : furthest));
}

/** The total memory of these conversions. */
function memoryHeld(all: readonly Pick<Claimant, 'memoryBytes'>[]): number {
  return all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
}
