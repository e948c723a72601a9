/** A stretch of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What a text is by the syntax around it. A `url` and the `specifier` of an import are links whatever they say; a `string`
 * may be anything that happens to read like a path.
 */
export type LinkKind = 'url' | 'specifier' | 'string';

/** A media type that is said of all files that the same element names. */
export interface MediaType extends Span {
  readonly value: string;
}

/** A place in a text that may name a file. The span is that of the path, without a query and a fragment. */
export interface Link extends Span {
  readonly kind: LinkKind;
  /** What the syntax means by it: its escapes are undone, percent-encoding is not. */
  readonly path: string;
  /** Writes a path by the rules of the syntax; of a `url`, which is percent-encoded before, nothing needs an escape. */
  readonly write: (path: string) => string;
  /** Whether nobody but the syntax of this place has to say that it names a file. */
  readonly isSure: boolean;
  readonly mediaType?: MediaType | undefined;
}

/** How a syntax writes what its links say. */
export interface Notation {
  readonly kind: LinkKind;
  readonly isSure: boolean;
  readonly read: (raw: string) => string;
  readonly write: (path: string) => string;
}

/** Where in a larger text a part of it, such as a style in a page, begins. */
export interface Part {
  readonly text: string;
  readonly offset: number;
}

/** The link that a stretch of a part is, in the larger text; none where it says nothing but a query or a fragment. */
export function linksAt(
  { text, offset }: Part,
  { start, end }: Span,
  { kind, isSure, read, write }: Notation,
  mediaType?: MediaType,
): Link[] {
  const raw = text.slice(start, end);
  const from = raw.length - raw.trimStart().length;
  // A `#` behind `&` is of a character reference.
  const suffix = raw.search(/\?|(?<!&)#/);
  const path = raw.slice(from, suffix === -1 ? raw.length : suffix).trimEnd();
  if (path === '') return [];
  const at = offset + start + from;
  return [{ kind, isSure, write, start: at, end: at + path.length, path: read(path), mediaType }];
}
