import type { Work, WorkResult } from '../../engines/api/work.ts';
import { untilAborted } from '../../util/abort.ts';
import { refusal } from '../shared/refusal.ts';

interface SideQueueOptions {
  readonly runner: { run(work: Work, signal: AbortSignal): Promise<WorkResult> };
  readonly maxParallel: number;
  readonly maxWaiting: number;
}

/** Work that somebody waits for, be it a submission or a person, and which therefore goes past the queue of jobs. */
export class SideQueue {
  readonly #options: SideQueueOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: SideQueueOptions) {
    this.#options = options;
  }

  /** @throws ConversionError, ServiceError `queue.pool_saturated`, or the signal's reason */
  async run(work: Work, signal: AbortSignal = new AbortController().signal): Promise<WorkResult> {
    await this.#turn(signal);
    try {
      return await this.#options.runner.run(work, signal);
    } finally {
      this.#handOn();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { maxParallel, maxWaiting } = this.#options;
    signal.throwIfAborted();
    if (this.#running < maxParallel) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.size >= maxWaiting) {
      throw refusal('queue.pool_saturated', 'The worker pool is at capacity. Try again shortly.');
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const take = (): void => {
      this.#waiting.delete(take);
      resolve();
    };
    this.#waiting.add(take);
    try {
      await untilAborted(promise, signal);
    } catch (error) {
      // It leaves the line, or hands on the place that it was given at that moment.
      if (!this.#waiting.delete(take)) this.#handOn();
      throw error;
    }
  }

  /** Whoever ends gives its place to the next. */
  #handOn(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#running -= 1;
  }
}
