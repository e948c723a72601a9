/**
 * The name of the element that an XML text begins with, behind declarations, comments and the document type; `undefined` for
 * any other text. Each step goes on where the one before has ended: a pattern for all of it can take forever.
 */
export function xmlRoot(text: string): string | undefined {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    const next = endOfMisc(text, at) ?? afterSpace(text, at);
    if (next === at) break;
    at = next;
  }
  const root = /<([\w:.-]{1,64})[\s>]/y;
  root.lastIndex = at;
  return root.exec(text)?.[1];
}

/** Where what may come before the root ends; `undefined` when there is none of that here. */
function endOfMisc(text: string, at: number): number | undefined {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  const start = text.slice(at, at + 10);
  if (/^<\?xml/i.test(start)) return after(text, '>', at);
  return /^<!DOCTYPE\s$/i.test(start) ? endOfDoctype(text, at) : undefined;
}

function endOfDoctype(text: string, at: number): number | undefined {
  const end = after(text, '>', at);
  const subset = text.slice(at, end).indexOf('[');
  if (subset === -1) return end;
  const behind = after(text, ']', at + subset);
  if (behind === undefined) return undefined;
  const closing = afterSpace(text, behind);
  return text[closing] === '>' ? closing + 1 : undefined;
}

function after(text: string, mark: string, from: number): number | undefined {
  const at = text.indexOf(mark, from);
  return at === -1 ? undefined : at + mark.length;
}

function afterSpace(text: string, at: number): number {
  let end = at;
  while (/\s/.test(text.charAt(end))) end += 1;
  return end;
}
