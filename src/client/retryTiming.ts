/** Waits before the first, second and third retry (Limits, Recommended client behaviour, 2). */
export const retryDelaysMs = [1000, 2000, 4000] as const;

const maxJitterMs = 500;

/**
 * How long to wait before retry number `retry` (from 0), with jitter of 0 to 500 ms. The wait that a service asked for wins over
 * our own and is never shortened; `random` gives a number from 0 to below 1.
 */
export function retryDelayMs(retry: number, retryAfterMs: number | undefined, random: () => number): number {
  const delayMs = retryAfterMs ?? retryDelaysMs[Math.min(retry, retryDelaysMs.length - 1)] ?? 0;
  return delayMs + Math.floor(random() * (maxJitterMs + 1));
}

/** The milliseconds that a `Retry-After` header asks for, as seconds or as an HTTP date; `undefined` where it says neither. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // `Date.parse` takes almost anything, such as a lone negative number: a date has the name of its day.
  const atMs = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
