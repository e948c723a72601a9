import { insufficientCreditsDetail } from '../../../contract/errors.ts';
import type { TierLimits } from '../../../contract/tiers.ts';
import { refusal } from '../../faults.ts';

/** The credits of a plan, and how long a window of them is. */
export type Allowance = NonNullable<TierLimits['credits']>;

/** Credits of the window of this moment. */
export interface CreditsLeft {
  readonly total: number;
  readonly balance: number;
  /** When the next window begins, in milliseconds since the epoch. */
  readonly renewsAt: number;
}

/** The window of credits that a moment (milliseconds since the epoch) is in: a day or a month in UTC, as ISO 8601 writes it. */
export function creditWindow({ window }: Allowance, now: number): string {
  const length = window === 'day' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length;
  return new Date(now).toISOString().slice(0, length);
}

/** When the window of a moment ends, and the next begins; both in milliseconds since the epoch. */
export function windowEnd({ window }: Allowance, now: number): number {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return window === 'day' ? Date.UTC(year, month, date.getUTCDate() + 1) : Date.UTC(year, month + 1);
}

/**
 * @throws ServiceError `usage.daily_limit_exceeded` when a daily allowance is used up, or
 * `entitlements.insufficient_credits` when less is left than is asked for (api.md, Errors 2).
 */
export function checkCredits(allowance: Allowance, asked: number, available: number): void {
  if (asked <= available) return;
  if (available === 0 && allowance.window === 'day') {
    throw refusal('usage.daily_limit_exceeded', `The daily limit of ${allowance.amount} credits is reached.`);
  }
  throw refusal('entitlements.insufficient_credits', insufficientCreditsDetail(asked, available));
}
