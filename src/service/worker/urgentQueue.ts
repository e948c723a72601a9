import type { EngineTask, EngineResult } from '../../engines/api/task.ts';
import { untilAborted } from '../../util/abort.ts';
import { serviceError } from '../faults.ts';

/** Maximum numbers of items that run in parallel, and that wait. */
export interface ConcurrencyLimits {
  readonly maxParallel: number;
  readonly maxWaiting: number;
}

interface UrgentQueueOptions extends ConcurrencyLimits {
  readonly runner: { run(task: EngineTask, signal: AbortSignal): Promise<EngineResult> };
  /** The share of one account. By default, one account may use everything. */
  readonly perAccount?: ConcurrencyLimits;
}

/** The running and waiting work of one account. */
interface AccountQueue {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Runs work that a submission or a user is waiting for, and that bypasses the job queue. Accounts take turns. */
export class UrgentQueue {
  readonly #options: UrgentQueueOptions;
  /** Queues by account. The next account in turn comes first. */
  readonly #queues = new Map<string, AccountQueue>();

  constructor(options: UrgentQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs the work once it is its turn.
   * @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason
   */
  async run(task: EngineTask, signal: AbortSignal): Promise<EngineResult> {
    return this.runFor('', task, signal);
  }

  /** Runs an account's work. @throws as `run` does */
  async runFor(account: string, task: EngineTask, signal: AbortSignal): Promise<EngineResult> {
    await this.#turn(account, signal);
    try {
      return await this.#options.runner.run(task, signal);
    } finally {
      this.#handOn(account);
    }
  }

  async #turn(account: string, signal: AbortSignal): Promise<void> {
    const { maxWaiting, perAccount = this.#options } = this.#options;
    signal.throwIfAborted();
    const queue = this.#queues.get(account) ?? { running: 0, waiting: new Set() };
    if (this.#isFree() && queue.running < perAccount.maxParallel) {
      this.#queues.set(account, queue);
      queue.running += 1;
      return;
    }
    if (
      this.#count(({ waiting }) => waiting.size) >= maxWaiting ||
      queue.waiting.size >= perAccount.maxWaiting
    ) {
      throw serviceError('queue.pool_saturated', 'The worker pool is at capacity. Try again shortly.');
    }
    this.#queues.set(account, queue);
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.waiting.add(resolve);
    try {
      await untilAborted(promise, signal);
    } catch (error) {
      if (queue.waiting.delete(resolve)) this.#forgetEmpty(account, queue);
      // The work was aborted just when its turn had come, so the next one gets the turn.
      else this.#handOn(account);
      throw error;
    }
  }

  #isFree(): boolean {
    return this.#count(({ running }) => running) < this.#options.maxParallel;
  }

  #count(of: (queue: AccountQueue) => number): number {
    let sum = 0;
    for (const queue of this.#queues.values()) sum += of(queue);
    return sum;
  }

  #handOn(account: string): void {
    const queue = this.#queues.get(account);
    if (queue === undefined) return;
    queue.running -= 1;
    this.#forgetEmpty(account, queue);
    if (this.#isFree()) this.#startNext();
  }

  #startNext(): void {
    const { perAccount = this.#options } = this.#options;
    for (const [account, queue] of this.#queues) {
      const [next] = queue.waiting;
      if (next === undefined || queue.running >= perAccount.maxParallel) continue;
      queue.waiting.delete(next);
      queue.running += 1;
      // Moves the account to the end.
      this.#queues.delete(account);
      this.#queues.set(account, queue);
      next();
      return;
    }
  }

  #forgetEmpty(account: string, { running, waiting }: AccountQueue): void {
    if (running === 0 && waiting.size === 0) this.#queues.delete(account);
  }
}
