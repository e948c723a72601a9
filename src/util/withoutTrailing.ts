/**
 * Removes the trailing characters of a text that match `kind`, a pattern for one character. A pattern such as `/0+$/`
 * would scan each run of zeros again from each of its characters.
 */
export function withoutTrailing(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
