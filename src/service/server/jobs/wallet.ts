import { insufficientCreditsDetail } from '../../../contract/errors.ts';
import type { TierLimits } from '../../../contract/tiers.ts';
import type { Clock } from '../../../util/clock.ts';
import { refusal } from '../../shared/refusal.ts';

/** Credits taken for one job, in the window in which they were taken. */
export interface Charge {
  readonly credits: number;
  readonly window: string;
}

/**
 * The one wallet of all tools under a key (api.md, Service 3 and 5). Every method is synchronous, so that
 * submissions at the same moment can't overdraw it.
 */
export class Wallet {
  readonly #allowance: TierLimits['credits'];
  readonly #clock: Clock;
  readonly #refunded = new WeakSet<Charge>();
  #window = '';
  #spent = 0;

  /** Without an allowance nothing is charged. */
  constructor(allowance: TierLimits['credits'], clock: Clock) {
    this.#allowance = allowance;
    this.#clock = clock;
  }

  /** Credits of a window, or `undefined` where nothing is charged. */
  get total(): number | undefined {
    return this.#allowance?.amount;
  }

  /** Credits left in the window of this moment. */
  get balance(): number | undefined {
    this.#roll();
    return this.#allowance && this.#allowance.amount - this.#spent;
  }

  /**
   * @throws ServiceError `usage.daily_limit_exceeded` when a daily allowance is used up, or
   * `entitlements.insufficient_credits` when less is left than is asked for (api.md, Errors 2).
   */
  check(credits: number): void {
    const available = this.balance;
    if (available === undefined || credits <= available) return;
    if (available === 0 && this.#allowance?.window === 'day') {
      throw refusal(
        'usage.daily_limit_exceeded',
        `The daily limit of ${this.#allowance.amount} credits is reached.`,
      );
    }
    throw refusal('entitlements.insufficient_credits', insufficientCreditsDetail(credits, available));
  }

  /** Takes credits at submission. @throws as `check` does; then nothing was taken. */
  charge(credits: number): Charge {
    this.check(credits);
    if (this.#allowance === undefined) return { credits: 0, window: '' };
    this.#spent += credits;
    return { credits, window: this.#window };
  }

  /** Gives back what a failed job cost, once only. What was taken in a window that is over left with that window. */
  refund(charge: Charge): void {
    this.#roll();
    if (this.#refunded.has(charge) || charge.window !== this.#window) return;
    this.#refunded.add(charge);
    this.#spent -= charge.credits;
  }

  #roll(): void {
    if (this.#allowance === undefined) return;
    const length = this.#allowance.window === 'day' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length;
    const window = new Date(this.#clock.now()).toISOString().slice(0, length);
    if (window === this.#window) return;
    this.#window = window;
    this.#spent = 0;
  }
}
