/** How well a file is to be encoded. */
export interface Encoding {
  /** From 1 to 100; as well as its codecs usually do where it is left out. */
  readonly quality?: number | undefined;
  /** A second, in place of a quality. */
  readonly kilobits?: number | undefined;
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
}

/** Whether nothing is wished that a codec would have to lose more for than it usually does. */
export function isPlain({ quality, kilobits }: Encoding): boolean {
  return quality === undefined && kilobits === undefined;
}
