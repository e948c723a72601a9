import type { PollPace } from '../../contract/dialect.ts';
import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { pollStep } from '../transfer/poller.ts';
import type { Success } from './serviceQueue.ts';

interface RecentEndsParts {
  readonly pace: () => PollPace;
  readonly clock: Clock;
  /** No end is recent any more. */
  readonly onDidFade: () => void;
}

/**
 * The number of a service's jobs that have probably ended since the last possible poll: as many as it completes within
 * the shortest polling interval for their size. Each successful job contributes the throughput during its time in
 * flight (Little's law), and nothing afterwards, so a service that slows down immediately lowers the estimate.
 */
export class RecentlyEndedJobs implements Disposable {
  readonly #parts: RecentEndsParts;
  /** The contribution of each job, by the timer that expires it. */
  readonly #shares = new Map<Disposable, number>();

  constructor(parts: RecentEndsParts) {
    this.#parts = parts;
  }

  /** A whole number, rounded down. */
  get count(): number {
    return Math.floor([...this.#shares.values()].reduce((sum, share) => sum + share, 0));
  }

  add({ job, inFlightMs }: Success): void {
    const { pace, clock, onDidFade } = this.#parts;
    const { fromMs: intervalMs } = pollStep(pace(), job);
    const toldMs = Math.max(intervalMs, inFlightMs);
    const fading = clock.schedule(toldMs, () => {
      this.#shares.delete(fading);
      if (this.#shares.size === 0) onDidFade();
    });
    this.#shares.set(fading, intervalMs / toldMs);
  }

  /** Resets the estimate after the service refused a job. */
  forget(): void {
    for (const fading of this.#shares.keys()) fading.dispose();
    this.#shares.clear();
  }

  dispose(): void {
    this.forget();
  }
}
