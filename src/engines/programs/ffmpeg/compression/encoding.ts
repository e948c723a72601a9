/** The requested encoding. */
export interface TargetEncoding {
  /** From 1 to 100; by default the codecs' usual quality. */
  readonly quality?: number | undefined;
  /** Per second; replaces the quality. */
  readonly kilobits?: number | undefined;
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
}

/** True if the codecs' usual quality suffices. */
export function isPlain({ quality, kilobits }: TargetEncoding): boolean {
  return quality === undefined && kilobits === undefined;
}
