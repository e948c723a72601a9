import type { Kill, Moment } from './schedule.ts';

/** Kills processes at the moments in the round's schedule. */
export class Kills {
  count = 0;
  readonly #pending: Set<Kill>;
  #striking = 0;
  readonly #seen = new Map<Moment, number>();
  readonly #kill: (kill: Kill) => boolean;

  /** @param kill sends the signal; returns `false` if nothing was running */
  constructor(kills: readonly Kill[], kill: (kill: Kill) => boolean) {
    this.#pending = new Set(kills);
    this.#kill = kill;
  }

  get arePending(): boolean {
    return this.#pending.size + this.#striking > 0;
  }

  notice(moment: Moment): void {
    const nth = this.#seen.get(moment) ?? 0;
    this.#seen.set(moment, nth + 1);
    for (const kill of this.#pending) if (kill.moment === moment && kill.nth === nth) this.#carryOut(kill);
  }

  /** Performs the next pending kill now, because its moment will never come. */
  force(): void {
    for (const kill of this.#pending) return this.#carryOut(kill);
  }

  #carryOut(kill: Kill): void {
    this.#pending.delete(kill);
    this.#striking += 1;
    const strike = (): void => {
      this.#striking -= 1;
      if (this.#kill(kill)) this.count += 1;
    };
    if (kill.delayMs === 0) strike();
    else setTimeout(strike, kill.delayMs);
  }
}
