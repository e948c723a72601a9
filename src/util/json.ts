/** Deeper than any answer or schema, and far from where a walk by recursion overflows the stack. */
const maxDepth = 100;

/**
 * The value of a JSON text that somebody else wrote, or `undefined` for a text that is no JSON, or is nested more deeply than
 * what walks it later can bear. `revive` is that of `JSON.parse`.
 */
export function parseJson(text: string, revive?: (name: string, value: unknown) => unknown): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text, revive);
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
    if (depth > maxDepth) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}
