/** The strings of C source without its comments; escapes aren't supported. */
export function* stringsIn(text: string): Generator<string, undefined> {
  for (let at = 0; at < text.length;) {
    const isComment = text.startsWith('/*', at);
    const isString = text[at] === '"';
    if (!isComment && !isString) {
      at += 1;
      continue;
    }
    const end = isComment ? text.indexOf('*/', at + 2) : text.indexOf('"', at + 1);
    if (end === -1) return undefined;
    if (isString) yield text.slice(at + 1, end);
    at = end + (isComment ? 2 : 1);
  }
  return undefined;
}
