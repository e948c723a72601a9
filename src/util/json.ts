/** Deeper than any answer or schema, and far from where a walk by recursion overflows the stack. */
export const maxJsonDepth = 100;

/** As `JSON.parse` takes it, which the types of the language don't tell in full: `source` is the text of a value. */
export type Revive = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parse: (text: string, revive?: Revive) => unknown = JSON.parse;

/**
 * The value of a JSON text that somebody else wrote, or `undefined` for a text that is no JSON, or is nested more deeply than
 * what walks it later can bear.
 */
export function parseJson(text: string, revive?: Revive): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Counts the brackets outside of strings. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}

/** Where the string that starts at a quote has its other quote; the end of the text, or behind it, where it has none. */
export function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}
