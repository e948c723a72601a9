/** The milliseconds that a `Retry-After` header asks for, as seconds or as an HTTP date; `undefined` where it says neither. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // `Date.parse` takes almost anything, such as a lone negative number: a date has the name of its day.
  const atMs = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
