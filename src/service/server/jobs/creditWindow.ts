import { insufficientCreditsDetail } from '../../../contract/errors.ts';
import type { TierLimits } from '../../../contract/tiers.ts';
import { serviceError } from '../../faults.ts';

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
