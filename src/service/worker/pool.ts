import { availableParallelism } from 'node:os';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../../engines/api/conversionError.ts';
import type { Work, WorkResult } from '../../engines/api/work.ts';
import type { EngineId } from '../../engines/index.ts';
import type { Disposable } from '../../util/disposable.ts';
import { printError } from '../faults.ts';
import type { Budget } from './budget.ts';
import { furthestOverShare, memoryHeld } from './fairShare.ts';
import { PooledWorker, type WorkerStart } from './pooledWorker.ts';

export interface WorkerPoolOptions extends WorkerStart {
  /** What each conversion may take. */
  readonly budgetOf: (work: Work) => Budget;
  /** What all workers may hold together, with what they started. */
  readonly maxMemoryBytes: number;
  /** How long a worker stays warm without work. */
  readonly idleMs: number;
  /** After so many conversions a worker is replaced, since native libraries leak. */
  readonly maxRuns: number;
  /** One that has grown larger is replaced, too: WebAssembly gives no memory back, and the next job would want more. */
  readonly maxRestingRssBytes: number;
}

/**
 * Child processes for conversions, kept warm for a while: a native crash or a bomb takes one of them down and
 * nothing else. How many run at once is up to the caller's queue.
 */
export class WorkerPool implements Disposable {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<PooledWorker>();
  readonly #idle = new Map<PooledWorker, Disposable>();

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Starts a worker ahead of work that is on its way, unless one is ready, with what pictures take: most work is theirs. */
  warm(): void {
    if (this.#idle.size === 0) this.#rest(this.#start('image'));
  }

  /** @throws ConversionError, or the signal's reason */
  async run(work: Work, signal: AbortSignal): Promise<WorkResult> {
    const worker = this.#takeIdle() ?? this.#start();
    try {
      return await worker.run({ ...work, threads: this.#threads() }, this.#budgetOf(work), signal);
    } finally {
      if (this.#isSpent(worker)) worker.dispose();
      else if (worker.usable) this.#rest(worker);
    }
  }

  dispose(): void {
    for (const timer of this.#idle.values()) timer.dispose();
    for (const worker of this.#workers) worker.dispose();
  }

  /** Nobody may hold more than all together. */
  #budgetOf(work: Work): Budget {
    const budget = this.#options.budgetOf(work);
    return {
      ...budget,
      maxMemoryBytes: Math.min(budget.maxMemoryBytes, this.#options.maxMemoryBytes),
    };
  }

  /** Of the processors, the share of one of those that work now. */
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

  /** The one that rested last: the others may then grow cold and end. */
  #takeIdle(): PooledWorker | undefined {
    // How much memory one has kept may be heard of after its job.
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

  /** Where all hold too much together, those without work give way first, and then one conversion. */
  #checkMemory(): void {
    const { maxMemoryBytes } = this.#options;
    // What has been killed gives its memory back any moment.
    const alive = [...this.#workers].filter(({ usable }) => usable);
    if (memoryHeld(alive) <= maxMemoryBytes) return;
    const busy = alive.filter((worker) => !this.#idle.has(worker));
    for (const worker of this.#idle.keys()) {
      this.#forget(worker);
      worker.dispose();
    }
    furthestOverShare(busy, maxMemoryBytes)?.end(new ConversionError(fault('conversion.memoryOfAll')));
  }

  #forget(worker: PooledWorker): void {
    this.#workers.delete(worker);
    this.#idle.get(worker)?.dispose();
    this.#idle.delete(worker);
  }
}
