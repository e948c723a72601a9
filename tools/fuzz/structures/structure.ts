/** A distinct part of a file: a chunk, an entry, an object. */
export interface StructurePart {
  /** The name in the format: the type of a chunk, the name of an entry. */
  readonly name: string;
  readonly content: Buffer;
  /** The structure of the part's content, if the format determines it and the first bytes don't. */
  readonly structure?: Structure;
}

/** A file in parts. */
export interface Dissection {
  readonly parts: readonly StructurePart[];
  /** A file made of these parts, with correct lengths and checksums. */
  readonly assemble: (parts: readonly StructurePart[]) => Buffer;
}

/** Divides a file; `undefined` if it isn't of the format, or is too damaged. */
export type Structure = (bytes: Buffer) => Dissection | undefined;

/** The consecutive parts between `start` and `end`, until `next` finds no more. */
export function sequence<T extends { readonly end: number }>(
  start: number,
  end: number,
  next: (at: number) => T | undefined,
): T[] {
  const found: T[] = [];
  for (let at = start; at < end;) {
    const one = next(at);
    if (one === undefined || one.end <= at) break;
    found.push(one);
    at = one.end;
  }
  return found;
}
