import type { Span } from '../link.ts';

/** A text with the expressions in braces masked, and their positions. */
export interface Masked {
  readonly text: string;
  /** The content of the braces. */
  readonly expressions: readonly Span[];
}

/** Elements and comments in which braces aren't expressions, with their ends. */
const opaque = [
  ['<script', '</script'],
  ['<style', '</style'],
  ['<!--', '-->'],
] as const;

/**
 * Masks the expressions of a Svelte component, such as `{() => a > b}`, which would look like the end of a tag to an
 * HTML parser. Positions don't change.
 */
export function maskExpressions(text: string): Masked {
  const expressions: Span[] = [];
  let masked = '';
  let at = 0;
  const braces = new Braces(text);
  let next = nextOf(text, 0, braces);
  for (; next !== undefined; next = nextOf(text, next.end, braces)) {
    if (next.kind !== 'expression') continue;
    const span = { start: next.start + 1, end: next.end - 1 };
    expressions.push(span);
    masked += text.slice(at, next.start) + 'x'.repeat(next.end - next.start);
    at = next.end;
  }
  return { text: masked + text.slice(at), expressions };
}

interface Hidden extends Span {
  readonly kind: 'expression' | 'opaque';
}

function nextOf(text: string, from: number, braces: Braces): Hidden | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') {
      const end = braces.closing(at);
      if (end !== undefined) return { kind: 'expression', start: at, end: end + 1 };
    } else if (text[at] === '<') {
      const pair = opaque.find(([opening]) => text.startsWith(opening, at));
      if (pair !== undefined) {
        const end = text.indexOf(pair[1], at);
        return { kind: 'opaque', start: at, end: end === -1 ? text.length : end };
      }
    }
  }
  return undefined;
}

/** Longer ones would take too long to scan, and may not be expressions. */
const maxLength = 20_000;

/** After this many unclosed braces, the scan stops, as each costs a pass over the rest. */
const maxUnclosed = 20;

class Braces {
  readonly #text: string;
  #unclosed = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The position of the brace that closes the one at `open`. */
  closing(open: number): number | undefined {
    if (this.#unclosed >= maxUnclosed) return undefined;
    const end = closingBrace(this.#text, open);
    if (end === undefined) this.#unclosed += 1;
    return end;
  }
}

/** The position of the brace that closes the one at `open`, skipping strings, templates, and other braces. */
function closingBrace(text: string, open: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let at = open; at < Math.min(text.length, open + maxLength); at += 1) {
    const sign = text.charAt(at);
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'" || sign === '`') {
      quote = sign;
    } else if (sign === '{') {
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}
