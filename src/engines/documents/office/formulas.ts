import type { OfficeContentNode } from 'officeparser';

/** The commands that officeparser writes for formulas in Office Math, by number of arguments. */
const ofTwo = new Set(['frac', 'overset', 'underset']);
const ofNone = new Set([
  'bigcap',
  'bigcup',
  'bigvee',
  'bigwedge',
  'iiint',
  'iint',
  'int',
  'oint',
  'prod',
  'sum',
]);
const officeMath =
  /^(?:bar|big(?:cap|cup|vee|wedge)|dot|frac|hat|i{0,2}int|math(?:bb|bf|cal|frak|rm|sf|tt)|oint|operatorname|overline|overset|prod|sqrt|sum|underline|underset|vec)/;
/** Longer formulas are left unchanged, because the time grows with the square of the length. */
const maxSeparatedCharacters = 10_000;

/**
 * Adds the braces and spaces that TeX needs, since officeparser writes commands and letters without any, as in
 * `\fracab`.
 */
export function withSeparateArguments(nodes: readonly OfficeContentNode[]): OfficeContentNode[] {
  return nodes.map((node) => {
    const same = { ...node };
    if (node.children !== undefined) same.children = withSeparateArguments(node.children);
    if (node.notes !== undefined) same.notes = withSeparateArguments(node.notes);
    if (same.type === 'code' && same.metadata?.math !== undefined) same.text = separated(same.text ?? '');
    return same;
  });
}

/** Returns TeX with each argument in braces, and with spaces between commands and letters. */
export function separated(tex: string): string {
  if (tex.length > maxSeparatedCharacters) return tex;
  let written = '';
  let at = 0;
  for (const { 0: found, 1: letters = '', index } of tex.matchAll(/\\(?:([A-Za-z]+)|[^A-Za-z])/g)) {
    if (index < at) continue;
    const name = officeMath.exec(letters)?.[0];
    if (name === undefined) {
      written += tex.slice(at, index) + found;
      at = index + found.length;
      continue;
    }
    written += tex.slice(at, index + 1) + name;
    at = index + 1 + name.length;
    const count = ofNone.has(name) ? 0 : ofTwo.has(name) ? 2 : 1;
    if (count === 0 && /[A-Za-z]/.test(tex.charAt(at))) written += ' ';
    if (name === 'sqrt' && tex.charAt(at) === '[') {
      const end = endOf(tex, at, ']');
      written += `[${separated(tex.slice(at + 1, end - 1))}]`;
      at = end;
    }
    for (let argument = 0; argument < count; argument += 1) {
      const isGroup = tex.charAt(at) === '{';
      const end = isGroup ? endOf(tex, at, '}') : at + 1;
      if (!isGroup && !/[\dA-Za-z]/.test(tex.charAt(at))) break;
      written += `{${isGroup ? separated(tex.slice(at + 1, end - 1)) : tex.charAt(at)}}`;
      at = end;
    }
  }
  return written + tex.slice(at);
}

/** Returns the position after the bracket that closes the one at `start`. */
function endOf(tex: string, start: number, close: string): number {
  let depth = 0;
  for (let at = start; at < tex.length; at += 1) {
    const sign = tex.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === '{' || (at === start && sign === '[')) depth += 1;
    else if (sign === '}' || (sign === close && depth === 1)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tex.length + 1;
}
