import type { PollPace } from '../../contract/dialect.ts';
import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { pollStep } from '../transfer/pollStep.ts';
import type { Success } from './line.ts';

interface RecentEndsParts {
  readonly pace: () => PollPace;
  readonly clock: Clock;
  /** None is recent any more. */
  readonly onDidFade: () => void;
}

/**
 * How many jobs of one service have likely ended since it could last be asked for them: as many as it does in one polling
 * interval, the shortest that their size allows. Each job that was heard to have succeeded tells so of the time that it was in
 * flight (Little's law: as many as then were, over that time), and nothing afterwards: where a service gets slower, less
 * is expected of it at once.
 */
export class RecentEnds implements Disposable {
  readonly #parts: RecentEndsParts;
  /** What each job that was heard of counts for, by what makes it old. */
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

  /** Expects nothing of the service any more, which has refused something. */
  forget(): void {
    for (const fading of this.#shares.keys()) fading.dispose();
    this.#shares.clear();
  }

  dispose(): void {
    this.forget();
  }
}
