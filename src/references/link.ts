/** A stretch of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The role of a text in its syntax. A `url` and an import's `specifier` are always links; a `string` may only look like
 * a path.
 */
export type LinkKind = 'url' | 'specifier' | 'string';

/** A media type that applies to all files named by the same element. */
export interface MediaType extends Span {
  readonly value: string;
}

/** A place in a text that may name a file. The span covers the path, without query and fragment. */
export interface Link extends Span {
  readonly kind: LinkKind;
  /** The end of the address with its query and fragment. */
  readonly wholeEnd: number;
  /** The decoded path, without escapes but with percent-encoding. */
  readonly path: string;
  /** Escapes a path for the syntax. A `url` is percent-encoded already, so it needs no escape. */
  readonly write: (path: string) => string;
  /** True if the syntax alone proves that this names a file. */
  readonly isSure: boolean;
  readonly mediaType?: MediaType | undefined;
}

/** A syntax's rules for writing links. */
export interface Notation {
  readonly kind: LinkKind;
  readonly isSure: boolean;
  readonly read: (raw: string) => string;
  readonly write: (path: string) => string;
}

/** The offset of an embedded part, such as a style in a page, in the larger text. */
export interface LinkPart {
  readonly text: string;
  readonly offset: number;
}

/** The link in a span of a part, relative to the larger text; none if there is only a query or a fragment. */
export function linksAt(
  { text, offset }: LinkPart,
  { start, end }: Span,
  { kind, isSure, read, write }: Notation,
  mediaType?: MediaType,
): Link[] {
  const raw = text.slice(start, end);
  const from = raw.length - raw.trimStart().length;
  // A `#` after `&` belongs to a character reference.
  const suffix = raw.search(/\?|(?<!&)#/);
  const path = raw.slice(from, suffix === -1 ? raw.length : suffix).trimEnd();
  if (path === '') return [];
  const at = offset + start + from;
  const wholeEnd = offset + start + raw.trimEnd().length;
  return [{ kind, isSure, write, start: at, end: at + path.length, wholeEnd, path: read(path), mediaType }];
}
