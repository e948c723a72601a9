/** A file of the collection that we refuse though another program reads it, and why that is right. */
interface KnownRefusal {
  /** Its path below the folder of its package. */
  readonly path: string;
  readonly reason: string;
}

/** By package. */
export const knownRefusals: Readonly<Record<string, readonly KnownRefusal[]>> = {};
