import { backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import type { ServiceId } from '../service.ts';

/** Until when nobody submits to a busy service, longer with each refusal in a row. */
export class Pauses {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #pauses = new Map<ServiceId, { refusals: number; until: number }>();

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Milliseconds since the epoch; a time that has passed when there is no pause. */
  until(id: ServiceId): number {
    return this.#pauses.get(id)?.until ?? 0;
  }

  /** Pauses after a refusal and returns until when. `afterMs` is what the service asks for. */
  pause(id: ServiceId, afterMs: number | undefined): number {
    const now = this.#clock.now();
    const before = this.#pauses.get(id) ?? { refusals: 0, until: 0 };
    // Refusals of what was sent before the pause began are one and the same news.
    const refusals = before.until > now ? before.refusals : before.refusals + 1;
    const until = Math.max(before.until, now + backoffMs(refusals, this.#random, afterMs));
    this.#pauses.set(id, { refusals, until });
    return until;
  }

  /** The service took a job. */
  over(id: ServiceId): void {
    if (this.until(id) <= this.#clock.now()) this.#pauses.delete(id);
  }
}
