import { refusal } from '../../shared/refusal.ts';

export interface QueueLimits {
  readonly maxParallelJobs: number;
  readonly maxQueuedJobs: number;
  /** Places in the worker pool, which the tier shares with everybody else. */
  readonly poolPlaces: number;
}

/**
 * Runs jobs in the order in which they came: the tier's parallel limit makes a job wait, a full queue or a full pool
 * refuses it (api.md, Limits 2).
 */
export class JobQueue<T> {
  readonly #limits: QueueLimits;
  readonly #start: (item: T) => Promise<void>;
  readonly #waiting = new Set<T>();
  #running = 0;

  /** `start` runs an item; it must not reject. */
  constructor(limits: QueueLimits, start: (item: T) => Promise<void>) {
    this.#limits = limits;
    this.#start = start;
  }

  /** @throws ServiceError `queue.pool_saturated` or `queue.limit_exceeded` when one more can't be taken now. */
  checkRoom(): void {
    const { maxParallelJobs, maxQueuedJobs, poolPlaces } = this.#limits;
    if (this.#running >= maxParallelJobs) {
      if (this.#waiting.size < maxQueuedJobs) return;
      const detail = `Too many queued jobs (${maxQueuedJobs}). Wait for existing jobs to complete.`;
      throw refusal('queue.limit_exceeded', detail);
    }
    if (this.#running >= poolPlaces) {
      throw refusal('queue.pool_saturated', 'The worker pool is at capacity. Try again shortly.');
    }
  }

  /** Starts the item, or queues it. @throws as `checkRoom` does. */
  add(item: T): void {
    this.checkRoom();
    this.#waiting.add(item);
    this.#startNext();
  }

  /** Takes an item out of the queue; `false` when it is not waiting. */
  remove(item: T): boolean {
    return this.#waiting.delete(item);
  }

  #startNext(): void {
    const { maxParallelJobs, poolPlaces } = this.#limits;
    for (const item of this.#waiting) {
      if (this.#running >= Math.min(maxParallelJobs, poolPlaces)) return;
      this.#waiting.delete(item);
      this.#running += 1;
      void this.#start(item).finally(() => {
        this.#running -= 1;
        this.#startNext();
      });
    }
  }
}
