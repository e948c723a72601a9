/**
 * The patterns that texts among the options of this computer have to fit. A form checks what is typed by these alone: the
 * schema of a service could hold one that takes forever.
 */
export const optionPatterns = {
  color: /^#[0-9a-f]{6}$/i,
  /** Numbers and ranges, as in `1-3,5`, where `7-` goes on to the last page. */
  pages: /^\s*\d+\s*(?:-\s*(?:\d+\s*)?)?(?:,\s*\d+\s*(?:-\s*(?:\d+\s*)?)?)*$/,
  /** A line break would end a password where it is typed. */
  oneLine: /^[^\p{Cc}]+$/u,
  ascii: /^[\x20-\x7e]+$/,
} as const;

const sources: ReadonlySet<unknown> = new Set(Object.values(optionPatterns).map(({ source }) => source));

/** Whether what a JSON Schema has under `pattern` is one of ours. */
export function isOptionPattern(pattern: unknown): boolean {
  return sources.has(pattern);
}
