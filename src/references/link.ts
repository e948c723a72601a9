/** A range in a text. Offsets are in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The syntax in which a link was found. A `url` and an import's `specifier` are always links. A `string` may only look
 * like a path.
 */
export type LinkKind = 'url' | 'specifier' | 'string';

/** A declared media type that applies to all files named in the same element. */
export interface MediaType extends Span {
  readonly value: string;
}

/** A place in a text that may name a file. The range covers the path without its query and fragment. */
export interface Link extends Span {
  readonly kind: LinkKind;
  /** The end of the address, including its query and fragment. */
  readonly wholeEnd: number;
  /** The path without the syntax's escapes, but still percent-encoded. */
  readonly path: string;
  /** Escapes a path for the syntax. A percent-encoded `url` needs no further escapes. */
  readonly write: (path: string) => string;
  /** True if the syntax proves that this names a file. */
  readonly isSure: boolean;
  readonly mediaType?: MediaType | undefined;
}

/** The notation of links in a syntax. */
export interface Notation {
  readonly kind: LinkKind;
  readonly isSure: boolean;
  readonly read: (raw: string) => string;
  readonly write: (path: string) => string;
}

/** A text, or a part embedded in it, such as a style in a page, with the part's offset. */
export interface LinkPart {
  readonly text: string;
  readonly offset: number;
}

/** The link in a range of a part, with offsets in the whole text. Empty if there is only a query or a fragment. */
export function linksAt(
  { text, offset }: LinkPart,
  { start, end }: Span,
  { kind, isSure, read, write }: Notation,
  mediaType?: MediaType,
): Link[] {
  const raw = text.slice(start, end);
  const from = raw.length - raw.trimStart().length;
  // A `#` after `&` is part of a character reference.
  const suffix = raw.search(/\?|(?<!&)#/);
  const path = raw.slice(from, suffix === -1 ? raw.length : suffix).trimEnd();
  if (path === '') return [];
  const at = offset + start + from;
  const wholeEnd = offset + start + raw.trimEnd().length;
  return [{ kind, isSure, write, start: at, end: at + path.length, wholeEnd, path: read(path), mediaType }];
}

/**
 * Returns a function that finds the furthest end of the spans that begin at or before an offset. It uses binary search,
 * because texts contain thousands of spans and it is called thousands of times.
 */
export function furthestEnd(spans: readonly Span[]): (start: number) => number {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const ends: number[] = [];
  for (const { end } of sorted) ends.push(Math.max(end, ends.at(-1) ?? -1));
  return (start) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return ends[low - 1] ?? -1;
  };
}

/** The addresses in a `srcset`, parsed like browsers do (HTML, Parsing a srcset attribute). */
export function srcsetAddresses(text: string): Span[] {
  const addresses: Span[] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && /[\s,]/.test(text.charAt(at))) at += 1;
    const start = at;
    while (at < text.length && !/\s/.test(text.charAt(at))) at += 1;
    let end = at;
    while (end > start && text[end - 1] === ',') end -= 1;
    if (end > start) addresses.push({ start, end });
    // After a comma at the end of an address, there is no descriptor.
    if (end === at) at = descriptorsEnd(text, at);
  }
  return addresses;
}

function descriptorsEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === ',' && depth <= 0) return at;
  }
  return text.length;
}
