import { checkQueueLimits, type QueueLimits } from './queueLimits.ts';

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
