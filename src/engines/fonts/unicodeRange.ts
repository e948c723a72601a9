const lastCodePoint = 0x10ffff;

/** First and last code point. */
export type CodePoints = readonly [first: number, last: number];

/**
 * Parses a list of ranges in the syntax of CSS, such as `U+41`, `U+20-7E`, or `U+4??` (CSS Fonts 4, the unicode-range
 * descriptor). Returns `undefined` if the syntax is invalid.
 */
export function parseUnicodeRange(text: string): CodePoints[] | undefined {
  const ranges = text.split(',').map((part) => parseOne(part.trim()));
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

function parseOne(part: string): CodePoints | undefined {
  const match = /^u\+(?:([0-9a-f]{1,6})(?:-([0-9a-f]{1,6}))?|(?=.{3,8}$)([0-9a-f]{0,5}\?{1,5}))$/i.exec(part);
  if (match === null) return undefined;
  const [, from, to, wild] = match;
  const first = Number.parseInt(from ?? wild?.replaceAll('?', '0') ?? '', 16);
  const last = Number.parseInt(to ?? from ?? wild?.replaceAll('?', 'f') ?? '', 16);
  return first <= last && last <= lastCodePoint ? [first, last] : undefined;
}
