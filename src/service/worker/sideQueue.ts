import type { Work, WorkResult } from '../../engines/api/work.ts';
import { untilAborted } from '../../util/abort.ts';
import { refusal } from '../faults.ts';

/** Maximum numbers of parallel and of waiting items. */
export interface QueueRoom {
  readonly maxParallel: number;
  readonly maxWaiting: number;
}

interface SideQueueOptions extends QueueRoom {
  readonly runner: { run(work: Work, signal: AbortSignal): Promise<WorkResult> };
  /** One account's share; all by default. */
  readonly perAccount?: QueueRoom;
}

/** The work of one account. */
interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Work that a submission or a user waits for, which bypasses the job queue. Accounts take turns. */
export class SideQueue {
  readonly #options: SideQueueOptions;
  /** In the order of the accounts' turns. */
  readonly #lines = new Map<string, Line>();

  constructor(options: SideQueueOptions) {
    this.#options = options;
  }

  /** @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason */
  async run(work: Work, signal: AbortSignal, account = ''): Promise<WorkResult> {
    await this.#turn(account, signal);
    try {
      return await this.#options.runner.run(work, signal);
    } finally {
      this.#handOn(account);
    }
  }

  async #turn(account: string, signal: AbortSignal): Promise<void> {
    const { maxWaiting, perAccount = this.#options } = this.#options;
    signal.throwIfAborted();
    const line = this.#lines.get(account) ?? { running: 0, waiting: new Set() };
    if (this.#isFree() && line.running < perAccount.maxParallel) {
      this.#lines.set(account, line);
      line.running += 1;
      return;
    }
    if (
      this.#count(({ waiting }) => waiting.size) >= maxWaiting ||
      line.waiting.size >= perAccount.maxWaiting
    ) {
      throw refusal('queue.pool_saturated', 'The worker pool is at capacity. Try again shortly.');
    }
    this.#lines.set(account, line);
    const { promise, resolve } = Promise.withResolvers<void>();
    line.waiting.add(resolve);
    try {
      await untilAborted(promise, signal);
    } catch (error) {
      if (line.waiting.delete(resolve)) this.#forgetEmpty(account, line);
      // Its turn had just come.
      else this.#handOn(account);
      throw error;
    }
  }

  #isFree(): boolean {
    return this.#count(({ running }) => running) < this.#options.maxParallel;
  }

  #count(of: (line: Line) => number): number {
    let sum = 0;
    for (const line of this.#lines.values()) sum += of(line);
    return sum;
  }

  #handOn(account: string): void {
    const line = this.#lines.get(account);
    if (line === undefined) return;
    line.running -= 1;
    this.#forgetEmpty(account, line);
    if (this.#isFree()) this.#startNext();
  }

  #startNext(): void {
    const { perAccount = this.#options } = this.#options;
    for (const [account, line] of this.#lines) {
      const [next] = line.waiting;
      if (next === undefined || line.running >= perAccount.maxParallel) continue;
      line.waiting.delete(next);
      line.running += 1;
      // Moves to the end.
      this.#lines.delete(account);
      this.#lines.set(account, line);
      next();
      return;
    }
  }

  #forgetEmpty(account: string, { running, waiting }: Line): void {
    if (running === 0 && waiting.size === 0) this.#lines.delete(account);
  }
}
