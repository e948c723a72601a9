/** Bytes at an offset in a file. */
export interface BytesAt {
  /** The bytes as Latin-1 text. */
  readonly bytes: string;
  /** The offset, by default 0; `anywhere` searches all bytes read. */
  readonly at?: number | 'anywhere';
}

/** A possible beginning of a file. The file must contain all of these bytes. */
export type Beginning = readonly BytesAt[];

/** The bytes that identify a format at the beginning of its files. */
export interface Signature {
  /** Every file of the format has one of these beginnings. Empty if that isn't known. */
  readonly necessary: readonly Beginning[];
  /** Every file with one of these beginnings is of the format. */
  readonly sufficient: readonly Beginning[];
}

/** A beginning, or a shorthand for it: a text stands for bytes at offset 0. */
type BeginningLike = string | BytesAt | Beginning;

export function beginnings(...forms: readonly BeginningLike[]): Beginning[] {
  return forms.map((form) =>
    typeof form === 'string' ? [{ bytes: form }] : 'bytes' in form ? [form] : form,
  );
}

/** A signature that all files of the format have, and no others. */
export function exactSignature(...forms: readonly BeginningLike[]): Signature {
  return { necessary: beginnings(...forms), sufficient: beginnings(...forms) };
}

/** A signature that all files of the format have, and possibly others. */
export function necessarySignature(...forms: readonly BeginningLike[]): Signature {
  return { necessary: beginnings(...forms), sufficient: [] };
}

/** A signature that some files of the format have, and no others. */
export function sufficientSignature(...forms: readonly BeginningLike[]): Signature {
  return { necessary: [], sufficient: beginnings(...forms) };
}

/** The beginning of a file in the Resource Interchange File Format or a similar one: a chunk with its form type. */
export function chunk(id: string, kind: string): Beginning {
  return [{ bytes: id }, { bytes: kind, at: 8 }];
}

/** True if a file has this beginning. `head` contains its first bytes as Latin-1 text. */
export function hasBeginning(head: string, beginning: Beginning): boolean {
  return beginning.every(({ bytes, at = 0 }) =>
    at === 'anywhere' ? head.includes(bytes) : head.startsWith(bytes, at),
  );
}
