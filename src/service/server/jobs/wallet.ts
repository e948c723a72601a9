import { insufficientCreditsDetail } from '../../../contract/errors.ts';
import type { TierLimits } from '../../../contract/tiers.ts';
import type { Clock } from '../../../util/clock.ts';
import { serviceError } from '../../faults.ts';

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

/** A plan's credits, and the length of the window in which they can be spent. */
export type Allowance = NonNullable<TierLimits['credits']>;

/** The credits left in the current window. */
export interface CreditsLeft {
  readonly total: number;
  readonly balance: number;
  /** When the next window starts, in milliseconds since the epoch. */
  readonly renewsAt: number;
}

/**
 * The window that contains a time, given in milliseconds since the epoch: a day or a month in UTC, as an ISO 8601 text.
 */
export function creditWindow({ window }: Allowance, now: number): string {
  const length = window === 'day' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length;
  return new Date(now).toISOString().slice(0, length);
}

/**
 * The end of the window that contains a time, which is the start of the next one. Both are in milliseconds since the
 * epoch.
 */
export function windowEnd({ window }: Allowance, now: number): number {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return window === 'day' ? Date.UTC(year, month, date.getUTCDate() + 1) : Date.UTC(year, month + 1);
}

/**
 * Checks that enough credits are left.
 * @throws ServiceError `usage.daily_limit_exceeded` if a daily allowance is used up, or
 * `entitlements.insufficient_credits` if too few are left (api.md, Errors 2)
 */
export function checkCredits(allowance: Allowance, asked: number, available: number): void {
  if (asked <= available) return;
  if (available === 0 && allowance.window === 'day') {
    throw serviceError(
      'usage.daily_limit_exceeded',
      `The daily limit of ${allowance.amount} credits is reached.`,
    );
  }
  throw serviceError('entitlements.insufficient_credits', insufficientCreditsDetail(asked, available));
}
