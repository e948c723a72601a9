/**
 * The patterns for text options on this computer. Forms use no other patterns for validation, since a service's schema
 * could contain one that takes forever.
 */
export const optionPatterns = {
  color: /^#[0-9a-f]{6}$/i,
  /** Page numbers and ranges, as in `1-3,5`; `7-` extends to the last page. */
  pages: /^\s*\d+\s*(?:-\s*(?:\d+\s*)?)?(?:,\s*\d+\s*(?:-\s*(?:\d+\s*)?)?)*$/,
  /** Names of Tesseract's language data, as in `deu+script/Latin`. */
  languages: /^\w+(?:\/\w+)?(?:\+\w+(?:\/\w+)?)*$/,
  /** Passwords: a line break is impossible, as typing one ends the input. */
  oneLine: /^[^\p{Cc}]+$/u,
  ascii: /^[\x20-\x7e]+$/,
} as const;

const sources: ReadonlySet<unknown> = new Set(Object.values(optionPatterns).map(({ source }) => source));

/** True if the `pattern` of a JSON Schema is one of `optionPatterns`. */
export function isOptionPattern(pattern: unknown): boolean {
  return sources.has(pattern);
}
