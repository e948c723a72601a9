import { dayMs } from '../../util/durations.ts';
import type { AnswerHeaders } from './answerHeaders.ts';

/** The longest delay that is honored: daily credits are back by then. */
const maxRetryAfterMs = dayMs;

/**
 * The delay of a `Retry-After` header in milliseconds, at most a day. It is given in seconds or as an HTTP date, else
 * the result is `undefined`. A date is compared with the `Date` of the same answer, because clocks differ.
 */
export function retryAfterMs(headers: AnswerHeaders, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(text)
    ? Math.ceil(Number(text) * 1000)
    : parseDate(text) - (parseDate(headers.get('date') ?? '') || nowMs);
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), maxRetryAfterMs);
}

/** `Date.parse` accepts almost anything, such as a lone negative number; an HTTP date starts with the name of its day. */
function parseDate(text: string): number {
  return /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN;
}
