import type { PollPace } from '../../contract/dialect.ts';
import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { pollStep } from '../transfer/poller.ts';
import type { Success } from './serviceQueue.ts';

interface RecentEndsParts {
  readonly pace: () => PollPace;
  readonly clock: Clock;
  /** Called when no job counts as recently ended any more. */
  readonly onDidFade: () => void;
}

/**
 * Estimates how many of a service's jobs have ended since they could last be polled: as many as the service completes
 * within the shortest polling interval for their size. Each successful job contributes its throughput for as long as it
 * was in flight (Little's law), and nothing afterwards, so a service that slows down immediately lowers the estimate.
 */
export class RecentlyEndedJobs implements Disposable {
  readonly #parts: RecentEndsParts;
  /** The contribution of each job, by the timer that removes it. */
  readonly #shares = new Map<Disposable, number>();

  constructor(parts: RecentEndsParts) {
    this.#parts = parts;
  }

  /** The estimated number of jobs, rounded down. */
  get count(): number {
    return Math.floor([...this.#shares.values()].reduce((sum, share) => sum + share, 0));
  }

  add({ job, inFlightMs }: Success): void {
    const { pace, clock, onDidFade } = this.#parts;
    const { fromMs: intervalMs } = pollStep(pace(), job);
    const occupiedMs = Math.max(intervalMs, inFlightMs);
    const fading = clock.schedule(occupiedMs, () => {
      this.#shares.delete(fading);
      if (this.#shares.size === 0) onDidFade();
    });
    this.#shares.set(fading, intervalMs / occupiedMs);
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
