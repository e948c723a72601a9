/** Deeper than any answer or schema, and far from where a walk by recursion overflows the stack. */
export const maxJsonDepth = 100;

/** A reviver for `JSON.parse`, with the `source` that TypeScript's types lack: the text of a value. */
export type Revive = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parse: (text: string, revive?: Revive) => unknown = JSON.parse;

/** Parses untrusted JSON. Returns `undefined` if it isn't JSON or is nested too deeply for the code that walks it later. */
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

/** The index of a string's closing quote, given its opening one; at or past the end of the text if it isn't closed. */
export function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}
