import { dayMs } from '../../util/durations.ts';
import type { AnswerHeaders } from './answerHeaders.ts';

/** The longest wait that is believed: the credits of a day are back by then. */
const maxRetryAfterMs = dayMs;

/**
 * The milliseconds that a `Retry-After` header asks for, as seconds or as an HTTP date, a day at most; `undefined` where it
 * says neither. A date is read against the `Date` of the same answer: clocks differ.
 */
export function retryAfterMs(headers: AnswerHeaders, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(text)
    ? Math.ceil(Number(text) * 1000)
    : parseDate(text) - (parseDate(headers.get('date') ?? '') || nowMs);
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), maxRetryAfterMs);
}

/** `Date.parse` takes almost anything, such as a lone negative number: a date has the name of its day. */
function parseDate(text: string): number {
  return /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN;
}
