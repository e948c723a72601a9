import type { TierLimits } from '../../../contract/tiers.ts';
import { serviceError } from '../../faults.ts';

/** Runs jobs in order. Several run in parallel, up to the limits. */
export class JobQueue<T> {
  #limits: QueueLimits;
  readonly #start: (item: T) => Promise<void>;
  readonly #waiting = new Set<T>();
  #running = 0;

  /** `start` runs an item. It must not reject. */
  constructor(limits: QueueLimits, start: (item: T) => Promise<void>) {
    this.#limits = limits;
    this.#start = start;
  }

  /**
   * Checks whether another item can be added.
   * @throws ServiceError as `checkQueueLimits` does
   */
  checkCapacity(): void {
    const running = this.#running;
    checkQueueLimits({ running, waiting: this.#waiting.size, slotsTaken: running }, this.#limits);
  }

  /**
   * Starts an item, or adds it to the queue.
   * @throws as `checkCapacity` does
   */
  add(item: T): void {
    this.checkCapacity();
    this.#waiting.add(item);
    this.#startNext();
  }

  /** Removes a waiting item from the queue. Returns `false` if it isn't waiting. */
  remove(item: T): boolean {
    return this.#waiting.delete(item);
  }

  /** Changes the maximum number of parallel items. Items that are running continue. */
  setMaxParallel(count: number): void {
    this.#limits = { ...this.#limits, maxParallelJobs: count, poolSlots: count };
    this.#startNext();
  }

  #startNext(): void {
    const { maxParallelJobs, poolSlots } = this.#limits;
    for (const item of this.#waiting) {
      if (this.#running >= Math.min(maxParallelJobs, poolSlots)) return;
      this.#waiting.delete(item);
      this.#running += 1;
      void this.#start(item).finally(() => {
        this.#running -= 1;
        this.#startNext();
      });
    }
  }
}

/** The current numbers of jobs. */
interface Load {
  /** Number of the caller's jobs that are running. */
  readonly running: number;
  readonly waiting: number;
  /** Number of slots in the worker pool that are used for any caller. */
  readonly slotsTaken: number;
}

interface QueueLimits extends Pick<TierLimits, 'maxParallelJobs' | 'maxQueuedJobs'> {
  readonly poolSlots: number;
}

/**
 * Checks whether another job can be accepted. Above the tier's parallel limit, a job waits. If the queue or the pool is
 * full, it is rejected (api.md, Limits 2).
 * @throws ServiceError `queue.pool_saturated` or `queue.limit_exceeded` if no job can be accepted now
 */
export function checkQueueLimits({ running, waiting, slotsTaken }: Load, limits: QueueLimits): void {
  if (running >= limits.maxParallelJobs) {
    if (waiting < limits.maxQueuedJobs) return;
    const detail = `Too many queued jobs (${limits.maxQueuedJobs}). Wait for existing jobs to complete.`;
    throw serviceError('queue.limit_exceeded', detail);
  }
  if (slotsTaken >= limits.poolSlots) {
    throw serviceError('queue.pool_saturated', 'The worker pool is at capacity. Try again shortly.');
  }
}
