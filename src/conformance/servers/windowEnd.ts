/**
 * Milliseconds from `nowMs` (since the epoch) to the end of a day in the middle of a month, or of a month, in UTC. The day
 * is the fifteenth of next month, which ends no month.
 */
export function msUntilWindowEnd(nowMs: number, window: 'day' | 'month'): number {
  const now = new Date(nowMs);
  const nextMonth = [now.getUTCFullYear(), now.getUTCMonth() + 1] as const;
  return (window === 'month' ? Date.UTC(...nextMonth) : Date.UTC(...nextMonth, 16)) - nowMs;
}
