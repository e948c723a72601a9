import type { Span } from '../link.ts';

/** A text whose expressions in braces are masked, with the ranges of those expressions. */
interface Masked {
  readonly text: string;
  /** The ranges between the braces. */
  readonly expressions: readonly Span[];
}

/** Start and end of elements and comments in which braces aren't expressions. */
const opaque = [
  ['<script', '</script'],
  ['<style', '</style'],
  ['<!--', '-->'],
] as const;

/**
 * Masks the expressions of a Svelte component, such as `{() => a > b}`, in which an HTML parser would see the end of a
 * tag. Offsets don't change.
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

/** Longer expressions would take too long to scan, and may not be expressions at all. */
const maxLength = 20_000;

/** The scan stops after this many unclosed braces, because each of them takes a pass over the rest of the text. */
const maxUnclosed = 20;

class Braces {
  readonly #text: string;
  #unclosed = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the brace that closes the one at `open`; `undefined` if there is none. */
  closing(open: number): number | undefined {
    if (this.#unclosed >= maxUnclosed) return undefined;
    const end = closingBrace(this.#text, open);
    if (end === undefined) this.#unclosed += 1;
    return end;
  }
}

/** The offset of the brace that closes the one at `open`. Skips strings, templates, and nested braces. */
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
