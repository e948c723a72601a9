import type { Clock } from '../../../util/clock.ts';
import { type Allowance, checkCredits, creditWindow, type CreditsLeft, windowEnd } from './creditWindow.ts';

/** Credits charged for one job, and the window in which they were charged. */
export interface WalletCharge {
  readonly credits: number;
  readonly window: string;
}

/**
 * The wallet that all tools share for a key (api.md, Service 3 and 5). All methods are synchronous, so that concurrent
 * submissions can't overdraw it.
 */
export class MemoryWallet {
  readonly #allowance: Allowance | undefined;
  readonly #clock: Clock;
  readonly #refunded = new WeakSet<WalletCharge>();
  #window = '';
  #spent = 0;

  /** Without an allowance, nothing is charged. */
  constructor(allowance: Allowance | undefined, clock: Clock) {
    this.#allowance = allowance;
    this.#clock = clock;
  }

  /** Credits per window, or `undefined` if nothing is charged. */
  get total(): number | undefined {
    return this.#allowance?.amount;
  }

  /** Credits left in the current window. */
  get balance(): number | undefined {
    return this.left?.balance;
  }

  /** The credits left, with everything that the API reports about them. */
  get left(): CreditsLeft | undefined {
    this.#roll();
    const allowance = this.#allowance;
    if (allowance === undefined) return undefined;
    const { amount: total } = allowance;
    return { total, balance: total - this.#spent, renewsAt: windowEnd(allowance, this.#clock.now()) };
  }

  /**
   * Checks that enough credits are left.
   * @throws ServiceError as `checkCredits` does
   */
  check(credits: number): void {
    const { left } = this;
    if (this.#allowance && left) checkCredits(this.#allowance, credits, left.balance);
  }

  /**
   * Deducts credits when a job is submitted.
   * @throws as `check` does, without deducting anything
   */
  charge(credits: number): WalletCharge {
    this.check(credits);
    if (this.#allowance === undefined) return { credits: 0, window: '' };
    this.#spent += credits;
    return { credits, window: this.#window };
  }

  /** Refunds a failed job, at most once. Credits of a past window aren't refunded, because they have expired. */
  refund(charge: WalletCharge): void {
    this.#roll();
    if (this.#refunded.has(charge) || charge.window !== this.#window) return;
    this.#refunded.add(charge);
    this.#spent -= charge.credits;
  }

  #roll(): void {
    if (this.#allowance === undefined) return;
    const window = creditWindow(this.#allowance, this.#clock.now());
    if (window === this.#window) return;
    this.#window = window;
    this.#spent = 0;
  }
}
