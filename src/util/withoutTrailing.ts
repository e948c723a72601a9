/**
 * The text without the characters at its end of a kind, which is a pattern of one character. A pattern such as `/0+$/` would
 * follow each run of them anew from each of its characters.
 */
export function withoutTrailing(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
