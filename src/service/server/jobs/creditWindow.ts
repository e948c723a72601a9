import { insufficientCreditsDetail } from '../../../contract/errors.ts';
import type { TierLimits } from '../../../contract/tiers.ts';
import { serviceError } from '../../faults.ts';

/** A plan's credits and the length of their window. */
export type Allowance = NonNullable<TierLimits['credits']>;

/** Credits in the current window. */
export interface CreditsLeft {
  readonly total: number;
  readonly balance: number;
  /** The start of the next window, in milliseconds since the epoch. */
  readonly renewsAt: number;
}

/** The credit window of a time (milliseconds since the epoch): a day or a month in UTC, in ISO 8601. */
export function creditWindow({ window }: Allowance, now: number): string {
  const length = window === 'day' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length;
  return new Date(now).toISOString().slice(0, length);
}

/** The end of a time's window, where the next begins; both in milliseconds since the epoch. */
export function windowEnd({ window }: Allowance, now: number): number {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return window === 'day' ? Date.UTC(year, month, date.getUTCDate() + 1) : Date.UTC(year, month + 1);
}

/**
 * @throws ServiceError `usage.daily_limit_exceeded` if a daily allowance is used up, or
 * `entitlements.insufficient_credits` if too little is left (api.md, Errors 2)
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
