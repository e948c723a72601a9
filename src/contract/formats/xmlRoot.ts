/**
 * The name of an XML text's root element, after declarations, comments, and the document type; `undefined` for any
 * other text. It advances step by step, since a single pattern for all of it could take forever.
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

/** The end of one declaration, comment, or the like before the root; `undefined` if there is none here. */
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
