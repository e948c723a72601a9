import type { Work, WorkResult } from '../../engines/api/work.ts';
import { refusal } from '../shared/refusal.ts';

interface MeasurementOptions {
  readonly runner: { run(work: Work, signal: AbortSignal): Promise<WorkResult> };
  readonly maxParallel: number;
  readonly maxWaiting: number;
}

/** Work that submissions wait for, which therefore goes past the queue of jobs, in a queue of its own. */
export class Measurements {
  readonly #options: MeasurementOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: MeasurementOptions) {
    this.#options = options;
  }

  /** @throws ConversionError, ServiceError `queue.pool_saturated` */
  async run(work: Work): Promise<WorkResult> {
    await this.#turn();
    try {
      return await this.#options.runner.run(work, new AbortController().signal);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #turn(): Promise<void> {
    const { maxParallel, maxWaiting } = this.#options;
    if (this.#running < maxParallel) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= maxWaiting) {
      throw refusal('queue.pool_saturated', 'The worker pool is at capacity. Try again shortly.');
    }
    // Whoever ends hands its place over.
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
