/** Bytes at an offset in a file. */
export interface BytesAt {
  /** As latin-1 text. */
  readonly bytes: string;
  /** The offset, or `anywhere` in the bytes read; the start by default. */
  readonly at?: number | 'anywhere';
}

/** A possible beginning, which requires all of these bytes. */
export type Beginning = readonly BytesAt[];

/** The format information in a file's first bytes. */
export interface Signature {
  /** Every file of the format has one of these beginnings; empty if that isn't known. */
  readonly necessary: readonly Beginning[];
  /** A file with one of these beginnings is of the format. */
  readonly sufficient: readonly Beginning[];
}

/** Short form of a beginning: a text stands for bytes at the start. */
type Way = string | BytesAt | Beginning;

export function beginnings(...ways: readonly Way[]): Beginning[] {
  return ways.map((way) => (typeof way === 'string' ? [{ bytes: way }] : 'bytes' in way ? [way] : way));
}

/** A signature that exactly the files of the format have. */
export function begins(...ways: readonly Way[]): Signature {
  return { necessary: beginnings(...ways), sufficient: beginnings(...ways) };
}

/** A signature that all files of the format have, and maybe others. */
export function mustBegin(...ways: readonly Way[]): Signature {
  return { necessary: beginnings(...ways), sufficient: [] };
}

/** A signature that some files of the format have, and no others. */
export function mayBegin(...ways: readonly Way[]): Signature {
  return { necessary: [], sufficient: beginnings(...ways) };
}

/** A chunk of the Resource Interchange File Format or a similar one, with its form type. */
export function chunk(id: string, kind: string): Beginning {
  return [{ bytes: id }, { bytes: kind, at: 8 }];
}

/** True if a head, as latin-1 text, has this beginning. */
export function beginsSo(head: string, beginning: Beginning): boolean {
  return beginning.every(({ bytes, at = 0 }) =>
    at === 'anywhere' ? head.includes(bytes) : head.startsWith(bytes, at),
  );
}
