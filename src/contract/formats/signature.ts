/** Bytes at a place of a file. */
export interface BytesAt {
  /** As latin-1 text. */
  readonly bytes: string;
  /** Where they stand: after so many bytes, or somewhere in what was read; at the start without it. */
  readonly at?: number | 'anywhere';
}

/** A way to begin: with all of these bytes. */
export type Beginning = readonly BytesAt[];

/** What the first bytes of a file say of its format. */
export interface Signature {
  /** Every file of the format begins in one of these ways; none stand here where that is not so. */
  readonly necessary: readonly Beginning[];
  /** A file that begins in one of these ways is of the format. */
  readonly sufficient: readonly Beginning[];
}

/** A way to begin, in short: a text stands for bytes at the start. */
type Way = string | BytesAt | Beginning;

export function beginnings(...ways: readonly Way[]): Beginning[] {
  return ways.map((way) => (typeof way === 'string' ? [{ bytes: way }] : 'bytes' in way ? [way] : way));
}

/** The signature of a format whose files all begin in one of these ways, and no other files do. */
export function begins(...ways: readonly Way[]): Signature {
  return { necessary: beginnings(...ways), sufficient: beginnings(...ways) };
}

/** The signature of a format whose files all begin in one of these ways, as files of other formats may. */
export function mustBegin(...ways: readonly Way[]): Signature {
  return { necessary: beginnings(...ways), sufficient: [] };
}

/** The signature of a format of which some files begin in one of these ways, and no files of other formats. */
export function mayBegin(...ways: readonly Way[]): Signature {
  return { necessary: [], sufficient: beginnings(...ways) };
}

/** A chunk of the Resource Interchange File Format, or of one like it, with the kind of what is in it. */
export function chunk(id: string, kind: string): Beginning {
  return [{ bytes: id }, { bytes: kind, at: 8 }];
}

/** Whether a head, as latin-1 text, begins in this way. */
export function beginsSo(head: string, beginning: Beginning): boolean {
  return beginning.every(({ bytes, at = 0 }) =>
    at === 'anywhere' ? head.includes(bytes) : head.startsWith(bytes, at),
  );
}
