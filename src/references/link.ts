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
