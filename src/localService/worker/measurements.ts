import type { Clock } from '../../util/clock.ts';
import { ConversionError } from '../converters/conversionError.ts';
import type { Work, WorkResult } from '../converters/work.ts';
import { refusal } from '../refusal.ts';

interface MeasurementOptions {
  readonly runner: { run(work: Work, signal: AbortSignal): Promise<WorkResult> };
  readonly clock: Clock;
  readonly maxParallel: number;
  readonly maxWaiting: number;
  /** What one may take, since the answer to a submission waits for it. */
  readonly maxMs: number;
}

/** Work that submissions wait for, which therefore goes past the queue of jobs, in a line of its own. */
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
      return await this.#runInTime(work);
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

  async #runInTime(work: Work): Promise<WorkResult> {
    const { runner, clock, maxMs } = this.#options;
    const over = new AbortController();
    const timer = clock.schedule(maxMs, () => over.abort());
    try {
      return await runner.run(work, over.signal);
    } catch (error) {
      if (!over.signal.aborted) throw error;
      throw new ConversionError('conversion.timed_out', 'The file took too long.', { cause: error });
    } finally {
      timer.dispose();
    }
  }
}
